/** The 3-D picture of a session: bodies, sea, lines, cameras. World z up, as the wire has it. */

import {
  AmbientLight,
  BufferAttribute,
  BufferGeometry,
  Color,
  DirectionalLight,
  Fog,
  Group,
  HemisphereLight,
  Line,
  LineDashedMaterial,
  MeshStandardMaterial,
  PerspectiveCamera,
  Raycaster,
  Scene,
  Vector2,
  Vector3,
  WebGLRenderer,
} from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import type { SeaComponents } from "../sea_components.ts";
import { Detail } from "./detail.ts";
import { Arrows, pointOfAction, type Force } from "./arrows.ts";
import { MOST_POINTS } from "./contacts.ts";
import { Hull, isMesh, surroundings } from "./hull.ts";
import { bodiesWith, CONTACTS, READERS, type Layout } from "./layout.ts";
import { readPalette, tensionColor, type Palette } from "./palette.ts";
import { Motion, placed, POSE_WIDTH, type Pose } from "./poses.ts";
import { SeaSurface } from "./sea_surface.ts";

export type CameraView = "free" | "follow" | "top" | "beam" | "bow";

const REBASE_DISTANCE = 500; // m from the origin of the scene to its centre
const MARGIN = 1.2; // around the bodies
/** From what is looked at to the camera. */
const WAYS: Record<CameraView, [number, number, number]> = {
  free: [-0.66, -0.64, 0.4],
  follow: [-0.66, -0.64, 0.4],
  top: [0, -0.001, 1],
  beam: [0, -1, 0.12],
  bow: [1, 0, 0.15],
};

interface DrawnLine {
  line: Line<BufferGeometry, LineDashedMaterial>;
  column: number;
}

export class SessionScene {
  readonly renderer: WebGLRenderer;
  readonly camera = new PerspectiveCamera(40, 1, 0.5, 8000);
  readonly hulls: Hull[];
  private readonly scene = new Scene();
  private readonly controls: OrbitControls;
  private readonly lines: DrawnLine[];
  private readonly surface: SeaSurface;
  private readonly arrows: Arrows;
  private readonly ground = new MeshStandardMaterial({ roughness: 0.9, flatShading: true });
  private readonly detail = new Detail();
  private readonly surroundings = new Group();
  private readonly layout: Layout;
  private readonly size: number;
  private palette: Palette;
  private origin: [number, number] = [0, 0];
  private view: CameraView = "free";
  private framed = false;
  /** Whether somebody has moved the camera: then it is not fitted to another size of the picture. */
  private moved = false;
  private followed = 0;
  private lastTarget: Vector3 | null = null;
  /** Whether a picture of the same time would be another than before. */
  private stale = true;
  private lastTime = Number.NaN;
  /** The kind of forces that is drawn; empty = none. */
  private forces = "";
  private contacts: Force[] = [];
  /** The largest tension so far: where the colours end [N]. */
  largestTension = 0;

  constructor(canvas: HTMLCanvasElement, layout: Layout, sea: SeaComponents) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true });
    this.layout = layout;
    this.palette = readPalette();
    this.hulls = layout.bodies.map((body, i) => new Hull(body, this.hullColor(i), this.palette.ink));
    this.size = this.hulls.reduce((most, hull) => Math.max(most, hull.reach), 5);
    this.surface = new SeaSurface(sea, Math.min(1000, Math.max(150, 9 * this.size)), this.palette);
    this.lines = layout.lines.map(({ places }, i) => this.makeLine(places.length, i));
    const most = Math.max(layout.bodies.length, layout.readers.length, layout.touches ? MOST_POINTS : 0);
    this.arrows = new Arrows(most, 0.8 * this.size, this.palette.force);
    for (const solid of surroundings(layout.surroundings, this.ground)) this.surroundings.add(solid);
    this.scene.add(this.arrows.group, this.surroundings);
    this.scene.add(this.surface.mesh, ...this.hulls.map(({ group }) => group));
    const sun = new DirectionalLight(0xffffff, 1.6);
    sun.position.set(-0.4, 0.5, 0.75);
    this.scene.add(sun, new HemisphereLight(0xdfefff, 0x2a3a44, 1.0), new AmbientLight(0xffffff, 0.25));
    this.camera.up.set(0, 0, 1);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.maxPolarAngle = 0.62 * Math.PI;
    this.controls.addEventListener("change", () => (this.stale = true));
    this.controls.addEventListener("start", () => {
      this.moved = true;
      this.view = this.view === "follow" ? "follow" : "free";
    });
    this.setPalette();
  }

  private hullColor(i: number): Color {
    return this.palette.hulls[i % this.palette.hulls.length]!;
  }

  private makeLine(points: number, i: number): DrawnLine {
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(new Float32Array(3 * points), 3));
    const material = new LineDashedMaterial({ dashSize: 1e9, gapSize: 0 });
    const line = new Line(geometry, material);
    line.frustumCulled = false;
    this.scene.add(line);
    return { line, column: POSE_WIDTH * this.layout.bodies.length + i };
  }

  /** Draws a mesh in the place of what stood in for a body. */
  setMesh(body: number, mesh: BufferGeometry): void {
    this.hulls[body]!.setMesh(mesh);
    this.framed = false;
    this.stale = true;
  }

  /** Takes over the colours of the page. */
  setPalette(): void {
    this.palette = readPalette();
    this.stale = true;
    this.scene.background = this.palette.sky;
    this.scene.fog = new Fog(this.palette.sky, 3 * this.surface.table.radius, 9 * this.surface.table.radius);
    this.hulls.forEach((hull, i) => hull.setColors(this.hullColor(i), this.palette.ink));
    this.surface.setPalette(this.palette);
    this.arrows.setColor(this.palette.force);
    this.ground.color.copy(this.palette.slack);
  }

  /** @param kind of forces whose columns `motion` has; empty = none */
  setForces(kind: string): void {
    this.forces = kind;
    this.arrows.largest = 0;
    this.stale = true;
  }

  /** @param contacts points where shapes touch now: what is drawn of the kind CONTACTS */
  setContacts(contacts: Force[]): void {
    this.contacts = contacts;
    this.stale = true;
  }

  /** Where the legend of the arrows ends [N]. */
  get largestForce(): number {
    return this.arrows.largest;
  }

  setView(view: CameraView, body: number): void {
    this.view = view;
    this.followed = body;
    this.framed = this.moved = false;
    this.stale = true;
  }

  /** Has the next picture drawn whatever it shows. */
  refresh(): void {
    this.stale = true;
  }

  /** Draws as much as can be drawn, however long it takes. */
  drawBest(): void {
    this.detail.fix();
    this.surface.setDetail(this.detail.cells);
    this.stale = true;
  }

  /** Whether there is something new to draw. */
  needsDrawing(motion: Motion, now: number): boolean {
    this.fitCanvas();
    return this.stale || motion.time(now) !== this.lastTime;
  }

  /** Draws what `motion` shows now; returns the milliseconds of script that it took. */
  draw(motion: Motion, now: number): number {
    const begin = performance.now();
    this.stale = false;
    this.lastTime = motion.time(now);
    const poses = this.layout.bodies.map((_, i) => motion.pose(i, now));
    const target = this.target(poses);
    this.rebase(target);
    this.placeHulls(motion, poses);
    this.placeLines(motion, poses);
    this.arrows.place(this.forcesOf(motion, poses), this.origin);
    this.surroundings.position.set(-this.origin[0], -this.origin[1], 0);
    this.moveCamera(target);
    const [x, y] = this.origin;
    this.surface.update(this.renderer, motion.time(now), target.x, target.y, x, y);
    this.renderer.render(this.scene, this.camera);
    const spent = performance.now() - begin;
    if (this.detail.frame(now)) {
      this.surface.setDetail(this.detail.cells);
      this.stale = true;
    }
    return spent;
  }

  private fitCanvas(): void {
    const { clientWidth, clientHeight } = this.renderer.domElement;
    const ratio = Math.min(devicePixelRatio, 2) * this.detail.scale;
    const size = this.renderer.getSize(new Vector2());
    if (size.x === clientWidth && size.y === clientHeight && this.renderer.getPixelRatio() === ratio) return;
    this.stale = true;
    this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(clientWidth, clientHeight, false);
    this.camera.aspect = clientWidth / Math.max(1, clientHeight);
    this.camera.updateProjectionMatrix();
    if (!this.moved) this.framed = false;
  }

  /** Where the camera looks: the body that is followed, else the middle of all. */
  private target(poses: Pose[]): Vector3 {
    const good = poses.filter(({ position }) => position.every((value) => Number.isFinite(value)));
    const seen = this.view === "follow" && good.length === poses.length ? [poses[this.followed]!] : good;
    const middle = new Vector3();
    for (const { position } of seen) middle.add(new Vector3(...position));
    return seen.length > 0 ? middle.divideScalar(seen.length) : middle;
  }

  /** Keeps what the GPU gets near its origin: it has single precision. */
  private rebase(target: Vector3): void {
    const [x, y] = this.origin;
    if (Math.hypot(target.x - x, target.y - y) < REBASE_DISTANCE) return;
    const next: [number, number] = [Math.round(target.x), Math.round(target.y)];
    const shift = new Vector3(x - next[0], y - next[1], 0);
    this.camera.position.add(shift);
    this.controls.target.add(shift);
    this.lastTarget?.add(shift);
    this.origin = next;
  }

  private placeHulls(motion: Motion, poses: Pose[]): void {
    poses.forEach(({ position, orientation }, i) => {
      const hull = this.hulls[i]!;
      const finite = motion.finite(i);
      hull.setLost(!finite);
      if (!finite) return;
      hull.group.position.set(position[0] - this.origin[0], position[1] - this.origin[1], position[2]);
      const [w, x, y, z] = orientation;
      hull.group.quaternion.set(x, y, z, w);
    });
  }

  private placeLines(motion: Motion, poses: Pose[]): void {
    const bodies = new Map(this.layout.bodies.map(({ name }, i) => [name, poses[i]!]));
    this.lines.forEach(({ line, column }, i) => {
      const points = line.geometry.getAttribute("position");
      this.layout.lines[i]!.places.forEach(({ body, point }, k) => {
        const pose = bodies.get(body);
        const [x, y, z] = pose === undefined ? point : placed(pose, point);
        points.setXYZ(k, x - this.origin[0], y - this.origin[1], z);
      });
      points.needsUpdate = true;
      this.colorLine(line, motion.value(column));
    });
  }

  /** Forces with the points where they act: their columns stand after those of the tensions. */
  private forcesOf(motion: Motion, poses: Pose[]): Force[] {
    if (this.forces === CONTACTS) return this.contacts;
    const { bodies, lines, readers } = this.layout;
    const first = POSE_WIDTH * bodies.length + lines.length;
    const middle = (body: number) => placed(poses[body]!, bodies[body]!.centerOfMass);
    if (this.forces !== READERS) {
      return bodiesWith(this.layout, this.forces).map((body, i) => ({
        point: middle(body),
        force: motion.triple(first + 6 * i),
      }));
    }
    return readers.map(({ body }, i) => {
      const [normal, friction, moment] = [0, 3, 6].map((part) => motion.triple(first + 9 * i + part));
      const force = [0, 1, 2].map((axis) => normal![axis]! + friction![axis]!) as [number, number, number];
      return { point: pointOfAction(middle(body), force, moment!), force };
    });
  }

  private colorLine(line: Line<BufferGeometry, LineDashedMaterial>, tension: number): void {
    this.largestTension = Math.max(this.largestTension, Number.isFinite(tension) ? tension : 0);
    const slack = !(tension > 0);
    if (slack) line.material.color.copy(this.palette.slack);
    else tensionColor(tension / this.largestTension, line.material.color);
    line.material.dashSize = slack ? 0.02 * this.size : 1e9;
    line.material.gapSize = slack ? 0.02 * this.size : 0;
    if (slack) line.computeLineDistances();
  }

  private moveCamera(target: Vector3): void {
    const local = target.clone().sub(new Vector3(...this.origin, 0));
    if (!this.framed) {
      this.frameAll(local);
      this.framed = true;
    } else if (this.lastTarget !== null && this.view !== "free") {
      const shift = local.clone().sub(this.lastTarget).setZ(0);
      this.camera.position.add(shift);
      this.controls.target.add(shift);
    }
    this.lastTarget = local;
    this.controls.update();
  }

  /** Puts the camera where all bodies, or the one that is followed, fill the picture. */
  private frameAll(local: Vector3): void {
    const way = new Vector3(...WAYS[this.view]).normalize();
    const seen = this.view === "follow" ? [this.hulls[this.followed]!] : this.hulls;
    this.controls.target.copy(local);
    this.camera.position.copy(local).add(way);
    this.camera.lookAt(local);
    const distances = seen.flatMap((hull) => hull.corners()).map((corner) => this.distanceFor(corner.sub(local)));
    this.camera.position.copy(local).addScaledVector(way, MARGIN * Math.max(3, ...distances.filter(Number.isFinite)));
  }

  /** From the target [m], as the camera is turned, where a point beside the target is at the edge of the picture. */
  private distanceFor(point: Vector3): number {
    const [right, up, back] = [new Vector3(), new Vector3(), new Vector3()];
    this.camera.updateMatrixWorld();
    this.camera.matrixWorld.extractBasis(right, up, back);
    const height = Math.tan((this.camera.fov * Math.PI) / 360);
    const across = Math.abs(point.dot(right)) / (height * this.camera.aspect);
    return point.dot(back) + Math.max(across, Math.abs(point.dot(up)) / height);
  }

  /** The body at a place of the canvas, from -1 to 1. */
  pick(x: number, y: number): string | null {
    const ray = new Raycaster();
    ray.setFromCamera(new Vector2(x, y), this.camera);
    const [first] = ray
      .intersectObjects(
        this.hulls.map(({ group }) => group),
        true,
      )
      .filter(({ object }) => object.userData.body !== undefined);
    return first === undefined ? null : String(first.object.userData.body);
  }

  /** Where a body is on the canvas, from -1 to 1, and whether it is before the camera. */
  project(body: number): { x: number; y: number; visible: boolean } {
    const hull = this.hulls[body]!;
    const point = hull.group.position
      .clone()
      .add(new Vector3(0, 0, 0.25 * hull.reach))
      .project(this.camera);
    return { x: point.x, y: point.y, visible: Math.abs(point.z) < 1 };
  }

  /** Elevations that the GPU has at points of the world, for who checks the picture [m]. */
  elevations(points: readonly (readonly [number, number])[]): number[] {
    const { position } = this.surface.mesh;
    const [x, y] = [position.x + this.origin[0], position.y + this.origin[1]];
    return this.surface.table.readBack(
      this.renderer,
      points.map(([px, py]) => [px - x, py - y] as const),
    );
  }

  /** Where the surface has its centre [m, world]. */
  get seaCentre(): [number, number] {
    const { position } = this.surface.mesh;
    return [position.x + this.origin[0], position.y + this.origin[1]];
  }

  dispose(): void {
    this.controls.dispose();
    this.surface.dispose();
    this.arrows.dispose();
    this.surroundings.traverse((object) => {
      if (isMesh(object)) object.geometry.dispose();
    });
    this.ground.dispose();
    for (const hull of this.hulls) hull.dispose();
    for (const { line } of this.lines) line.geometry.dispose();
    this.renderer.dispose();
  }
}
