/** Forces as arrows: as long as they are large, the largest so far as long as half a hull; a dot is where it acts. */

import {
  Color,
  ConeGeometry,
  CylinderGeometry,
  DynamicDrawUsage,
  Group,
  InstancedMesh,
  MeshBasicMaterial,
  Object3D,
  Quaternion,
  SphereGeometry,
  Vector3,
} from "three";

export type Triple = readonly [number, number, number];

/** A force that is drawn [N] where it acts [m, world]. */
export interface Force {
  point: Triple;
  force: Triple;
}

/**
 * The point of the line of action that is nearest to where the moment is about: a force F with a
 * moment M about c acts along the line through c + (F x M) / |F|^2.
 */
export function pointOfAction(about: Triple, [fx, fy, fz]: Triple, [mx, my, mz]: Triple): Triple {
  const square = fx * fx + fy * fy + fz * fz;
  if (!(square > 0)) return about;
  const [x, y, z] = [fy * mz - fz * my, fz * mx - fx * mz, fx * my - fy * mx];
  return [about[0] + x / square, about[1] + y / square, about[2] + z / square];
}

const HEAD = 0.22; // share of the length
const SLENDER = 0.022; // radius of the shaft over the longest length
const DOT = 1.5; // radius over that of the shaft
const UP = new Vector3(0, 1, 0);

export class Arrows {
  readonly group = new Group();
  /** The largest force so far [N]. */
  largest = 0;
  private readonly shafts: InstancedMesh;
  private readonly heads: InstancedMesh;
  private readonly dots: InstancedMesh;
  private readonly length: number;
  private readonly material: MeshBasicMaterial;

  /** @param length of the longest [m] */
  constructor(capacity: number, length: number, color: Color) {
    this.length = length;
    this.material = new MeshBasicMaterial({ color, depthTest: false, transparent: true });
    const count = Math.max(1, capacity);
    this.shafts = new InstancedMesh(new CylinderGeometry(1, 1, 1, 10).translate(0, 0.5, 0), this.material, count);
    this.heads = new InstancedMesh(new ConeGeometry(1, 1, 14).translate(0, 0.5, 0), this.material, count);
    this.dots = new InstancedMesh(new SphereGeometry(1, 12, 8), this.material, count);
    for (const mesh of this.parts) {
      mesh.instanceMatrix.setUsage(DynamicDrawUsage);
      mesh.frustumCulled = false;
      mesh.renderOrder = 3;
      mesh.count = 0;
      this.group.add(mesh);
    }
  }

  private get parts(): InstancedMesh[] {
    return [this.shafts, this.heads, this.dots];
  }

  setColor(color: Color): void {
    this.material.color.copy(color);
  }

  /** @param origin where the scene has its own [m, world] */
  place(forces: readonly Force[], origin: readonly [number, number]): void {
    const sizes = forces.map(({ force }) => Math.hypot(...force));
    this.largest = Math.max(this.largest, ...sizes.filter((size) => Number.isFinite(size)));
    for (const mesh of this.parts) mesh.count = 0;
    forces.forEach(({ point, force }, i) => {
      const start = new Vector3(point[0] - origin[0], point[1] - origin[1], point[2]);
      this.addDot(start);
      const long = (this.length * sizes[i]!) / this.largest;
      if (long > 0) this.addArrow(start, new Vector3(...force).divideScalar(sizes[i]!), long);
    });
    for (const mesh of this.parts) mesh.instanceMatrix.needsUpdate = true;
  }

  private addDot(start: Vector3): void {
    const part = new Object3D();
    part.position.copy(start);
    part.scale.setScalar(DOT * SLENDER * this.length);
    part.updateMatrix();
    this.dots.setMatrixAt(this.dots.count++, part.matrix);
  }

  private addArrow(start: Vector3, way: Vector3, long: number): void {
    const part = new Object3D();
    const thin = SLENDER * this.length;
    part.quaternion.copy(new Quaternion().setFromUnitVectors(UP, way));
    part.position.copy(start);
    part.scale.set(thin, (1 - HEAD) * long, thin);
    part.updateMatrix();
    this.shafts.setMatrixAt(this.shafts.count++, part.matrix);
    part.position.addScaledVector(way, (1 - HEAD) * long);
    part.scale.set(2.6 * thin, HEAD * long, 2.6 * thin);
    part.updateMatrix();
    this.heads.setMatrixAt(this.heads.count++, part.matrix);
  }

  dispose(): void {
    for (const mesh of this.parts) {
      mesh.geometry.dispose();
      mesh.dispose();
    }
    this.material.dispose();
  }
}
