/** What shapes look like. Lines and planes, which have no end or no volume, have no picture. */

import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CapsuleGeometry,
  CylinderGeometry,
  Euler,
  LatheGeometry,
  Matrix4,
  PlaneGeometry,
  Quaternion,
  SphereGeometry,
  Vector2,
  Vector3,
} from "three";
import type { HeightField, HollowCone, HollowCylinder, Shape, TriangleMesh } from "../generated/raftup/v1/shape_pb.ts";

const AROUND = 32; // edges of a circle

/** A shape's solids where they are in the frame that it is given in; none where it has no picture. */
export function solidsOf(shape: Shape): BufferGeometry[] {
  const { geometry } = shape;
  const parts = geometry.case === "composite" ? geometry.value.parts.flatMap(solidsOf) : [solidOf(geometry)];
  return parts.flatMap((part) => (part === null ? [] : [part.applyMatrix4(poseOf(shape))]));
}

function solidOf(geometry: Shape["geometry"]): BufferGeometry | null {
  switch (geometry.case) {
    case "sphere":
      return new SphereGeometry(geometry.value.radius, AROUND, 20);
    case "box":
      return new BoxGeometry(...(geometry.value.size as [number, number, number]));
    case "cylinder": {
      const { radius, height } = geometry.value;
      return upright(new CylinderGeometry(radius, radius, height, AROUND));
    }
    case "capsule":
      return upright(new CapsuleGeometry(geometry.value.radius, geometry.value.height, 12, 24));
    case "cone": {
      const { bottomRadius, topRadius, height } = geometry.value;
      return upright(new CylinderGeometry(topRadius, bottomRadius, height, AROUND)).translate(0, 0, height / 2);
    }
    case "hollowCylinder":
      return turned(tubeOutline(geometry.value));
    case "hollowCone":
      return turned(hollowConeOutline(geometry.value));
    case "heightField":
      return relief(geometry.value);
    case "convex":
    case "mesh":
      return geometry.value.triangles.length > 0 ? triangles(geometry.value) : null;
    default:
      return null;
  }
}

/** From an axis along y to one along z. */
function upright(geometry: BufferGeometry): BufferGeometry {
  return geometry.rotateX(Math.PI / 2);
}

type Outline = [radius: number, z: number][];

function turned(outline: Outline): BufferGeometry {
  const closed = [...outline, outline[0]!];
  return upright(
    new LatheGeometry(
      closed.map(([radius, z]) => new Vector2(radius, z)),
      AROUND,
    ),
  );
}

function tubeOutline({ innerRadius, thickness, height }: HollowCylinder): Outline {
  const [outer, end] = [innerRadius + thickness, height / 2];
  return [
    [innerRadius, -end],
    [outer, -end],
    [outer, end],
    [innerRadius, end],
  ];
}

/** Its hole ends where the wall is as thick as the cone is wide. */
function hollowConeOutline({ bottomRadius, topRadius, height, thickness }: HollowCone): Outline {
  const outside: Outline = [
    [bottomRadius, 0],
    [topRadius, height],
  ];
  if (topRadius >= thickness) return [[bottomRadius - thickness, 0], ...outside, [topRadius - thickness, height]];
  const end = (height * (bottomRadius - thickness)) / (bottomRadius - topRadius);
  return [[bottomRadius - thickness, 0], ...outside, [0, height], [0, end]];
}

/** The surface of a field as the model has it, centred; rows of nodes run along x, the first at the least y. */
function relief({ columns, rows, size, heights }: HeightField): BufferGeometry {
  const surface = new PlaneGeometry(size[0], size[1], columns - 1, rows - 1);
  const position = surface.getAttribute("position");
  for (let j = 0; j < rows; ++j)
    for (let i = 0; i < columns; ++i) position.setZ((rows - 1 - j) * columns + i, heights[j * columns + i]!);
  surface.deleteAttribute("normal"); // of a plane
  return surface.toNonIndexed();
}

function triangles({ vertices, triangles: corners }: TriangleMesh): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(vertices), 3));
  geometry.setIndex(corners);
  return geometry.toNonIndexed();
}

/** Where a shape is in the frame that it is given in: angles in the order yaw, pitch, roll. */
function poseOf({ position, attitudeDeg }: Shape): Matrix4 {
  const [roll, pitch, yaw] = [0, 1, 2].map((i) => ((attitudeDeg[i] ?? 0) * Math.PI) / 180);
  const attitude = new Quaternion().setFromEuler(new Euler(roll, pitch, yaw, "ZYX"));
  const at = new Vector3(position[0] ?? 0, position[1] ?? 0, position[2] ?? 0);
  return new Matrix4().compose(at, attitude, new Vector3(1, 1, 1));
}
