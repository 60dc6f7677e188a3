/** What a body looks like: its mesh, else its solids, else a box that says that it stands in. */

import {
  Box3,
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CapsuleGeometry,
  Color,
  CylinderGeometry,
  DoubleSide,
  EdgesGeometry,
  Euler,
  GreaterDepth,
  Group,
  LineBasicMaterial,
  LineSegments,
  Material,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  SphereGeometry,
  Vector3,
} from "three";
import type { TriangleMesh } from "../generated/raftup/v1/contact_pb.ts";
import type { Shape } from "../generated/raftup/v1/model_pb.ts";
import type { BodyLayout } from "./layout.ts";

export type Drawn = "mesh" | "shapes" | "box";

const AFTER_THE_SEA = 2; // in the order of what is drawn
const SHARP = 28; // deg between faces whose edge is drawn

function shapeGeometry(shape: Shape): BufferGeometry | null {
  const { geometry } = shape;
  switch (geometry.case) {
    case "sphere":
      return new SphereGeometry(geometry.value.radius, 32, 20);
    case "box":
      return new BoxGeometry(...(geometry.value.size as [number, number, number]));
    case "cylinder": {
      const { radius, height } = geometry.value;
      return new CylinderGeometry(radius, radius, height, 32).rotateX(Math.PI / 2);
    }
    case "capsule":
      return new CapsuleGeometry(geometry.value.radius, geometry.value.height, 12, 24).rotateX(Math.PI / 2);
    case "cone": {
      const { bottomRadius, topRadius, height } = geometry.value;
      return new CylinderGeometry(topRadius, bottomRadius, height, 32).rotateX(Math.PI / 2).translate(0, 0, height / 2);
    }
    case "convex":
    case "mesh":
      return geometry.value.triangles.length > 0 ? triangles(geometry.value) : null;
    default:
      return null;
  }
}

function triangles({ vertices, triangles: corners }: TriangleMesh): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(vertices), 3));
  geometry.setIndex(corners);
  return geometry.toNonIndexed();
}

/** Solids where they are in their frame; what has no picture is left out. */
function solidsOf(shapes: readonly Shape[]): BufferGeometry[] {
  return shapes.flatMap((shape) => {
    const geometry = shapeGeometry(shape);
    return geometry === null ? [] : [place(geometry, shape)];
  });
}

/** Quays, fenders and what else stands in the world. */
export function surroundings(shapes: readonly Shape[], material: Material): Mesh[] {
  return solidsOf(shapes).map((geometry) => new Mesh(geometry, material));
}

/** Where a shape is in its body's frame: angles in the order yaw, pitch, roll. */
function place(geometry: BufferGeometry, shape: Shape): BufferGeometry {
  const [roll, pitch, yaw] = [0, 1, 2].map((i) => ((shape.attitudeDeg[i] ?? 0) * Math.PI) / 180);
  const turned = new Group();
  turned.setRotationFromEuler(new Euler(roll, pitch, yaw, "ZYX"));
  turned.position.set(shape.position[0] ?? 0, shape.position[1] ?? 0, shape.position[2] ?? 0);
  turned.updateMatrix();
  return geometry.applyMatrix4(turned.matrix);
}

function boxOf(layout: BodyLayout): BufferGeometry {
  return new BoxGeometry(...layout.box).translate(...layout.centerOfMass);
}

export class Hull {
  readonly group = new Group();
  readonly name: string;
  drawn: Drawn;
  private readonly material: MeshStandardMaterial;
  /** What lies under water or behind another body shows through. */
  private readonly ghost: MeshBasicMaterial;
  private readonly outline: LineBasicMaterial;
  private readonly layout: BodyLayout;

  constructor(layout: BodyLayout, color: Color, ink: Color) {
    this.layout = layout;
    this.name = layout.name;
    this.material = new MeshStandardMaterial({ color, roughness: 0.75, metalness: 0.05, flatShading: true, side: DoubleSide, emissive: color, emissiveIntensity: 0.3 });
    this.ghost = new MeshBasicMaterial({
      color,
      transparent: true,
      opacity: 0.4,
      depthFunc: GreaterDepth,
      side: DoubleSide,
      depthWrite: false,
    });
    this.outline = new LineBasicMaterial({ color: ink, transparent: true, opacity: 0.55 });
    const shapes = solidsOf(layout.shapes);
    this.drawn = shapes.length > 0 ? "shapes" : "box";
    this.show(shapes.length > 0 ? shapes : [boxOf(layout)]);
  }

  /** Draws a mesh in the place of what stood in. */
  setMesh(geometry: BufferGeometry): void {
    this.drawn = "mesh";
    this.show([geometry]);
  }

  setColors(color: Color, ink: Color): void {
    this.material.color.copy(color);
    this.material.emissive.copy(color);
    this.ghost.color.copy(color);
    this.outline.color.copy(ink);
  }

  /** Marks a body whose pose is no number: it stays where it was, outlined. */
  setLost(lost: boolean): void {
    this.material.wireframe = lost;
  }

  /** Half its largest extent [m]. */
  get reach(): number {
    let most = Math.max(...this.layout.box) / 2;
    this.group.traverse((object) => {
      if (!(object instanceof Mesh)) return;
      object.geometry.computeBoundingSphere();
      const sphere = object.geometry.boundingSphere!;
      most = Math.max(most, sphere.radius + sphere.center.length());
    });
    return most;
  }

  /** Least and largest coordinates of what is drawn, in its frame [m]. */
  get extent(): [number[], number[]] {
    const box = new Box3();
    this.group.traverse((object) => {
      if (!(object instanceof Mesh)) return;
      object.geometry.computeBoundingBox();
      box.union(object.geometry.boundingBox!);
    });
    return [box.min.toArray(), box.max.toArray()];
  }

  /** Corners of a box around what is drawn, in the scene. */
  corners(): Vector3[] {
    const { min, max } = new Box3().setFromObject(this.group);
    const ends = [min, max];
    return ends.flatMap(({ x }) => ends.flatMap(({ y }) => ends.map(({ z }) => new Vector3(x, y, z))));
  }

  private show(geometries: BufferGeometry[]): void {
    this.dispose();
    this.group.clear();
    for (const geometry of geometries) {
      if (geometry.getAttribute("normal") === undefined) geometry.computeVertexNormals();
      const mesh = new Mesh(geometry, this.material);
      mesh.userData.body = this.name;
      const ghost = new Mesh(geometry, this.ghost);
      ghost.renderOrder = AFTER_THE_SEA;
      this.group.add(mesh, ghost, new LineSegments(new EdgesGeometry(geometry, SHARP), this.outline));
    }
  }

  dispose(): void {
    this.group.traverse((object) => {
      if (object instanceof Mesh || object instanceof LineSegments) object.geometry.dispose();
    });
  }
}
