/** What a body looks like: its mesh, else its solids, else a box that says that it stands in. */

import {
  Box3,
  BoxGeometry,
  BufferGeometry,
  Color,
  DoubleSide,
  EdgesGeometry,
  GreaterDepth,
  Group,
  LineBasicMaterial,
  LineSegments,
  Material,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  Object3D,
  Vector3,
} from "three";
import type { Shape } from "../generated/raftup/v1/shape_pb.ts";
import type { BodyLayout } from "./layout.ts";
import { solidsOf } from "./solids.ts";

export type Drawn = "mesh" | "shapes" | "box";

const AFTER_THE_SEA = 2; // in the order of what is drawn
const SHARP = 28; // deg between faces whose edge is drawn

/** Quays, fenders and what else stands in the world. */
export function surroundings(shapes: readonly Shape[], material: Material): Mesh[] {
  return shapes.flatMap(solidsOf).map((geometry) => new Mesh(geometry, material));
}

/** Narrows by the parameters that a mesh has by default; `instanceof` alone makes them `any`. */
export function isMesh(object: Object3D): object is Mesh {
  return object instanceof Mesh;
}

function boxOf(layout: BodyLayout): BufferGeometry {
  return new BoxGeometry(...layout.box).translate(...layout.centerOfMass);
}

function isOutline(object: Object3D): object is LineSegments {
  return object instanceof LineSegments;
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
    this.material = new MeshStandardMaterial({
      color,
      roughness: 0.75,
      metalness: 0.05,
      flatShading: true,
      side: DoubleSide,
      emissive: color,
      emissiveIntensity: 0.3,
    });
    this.ghost = new MeshBasicMaterial({
      color,
      transparent: true,
      opacity: 0.4,
      depthFunc: GreaterDepth,
      side: DoubleSide,
      depthWrite: false,
    });
    this.outline = new LineBasicMaterial({ color: ink, transparent: true, opacity: 0.55 });
    const shapes = layout.shapes.flatMap(solidsOf);
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
      if (!isMesh(object)) return;
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
      if (!isMesh(object)) return;
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
      if (isMesh(object) || isOutline(object)) object.geometry.dispose();
    });
  }
}
