/**
 * The sea on the GPU. For each direction a row of a table over s, the way along it, holds the
 * elevation and its slope, summed from the components by a fragment pass; a vertex of the surface
 * then adds one interpolated value a direction. That costs W N + V D instead of V N.
 */

import {
  DataTexture,
  FloatType,
  GLSL3,
  Mesh,
  NearestFilter,
  OrthographicCamera,
  PlaneGeometry,
  RawShaderMaterial,
  RGBAFormat,
  Scene,
  WebGLRenderTarget,
  type WebGLRenderer,
} from "three";
import type { SeaComponents } from "../sea_components.ts";

const LARGEST_WIDTH = 4096;
const STEPS_PER_WAVE = 16;

const VERTEX = `
in vec3 position;
void main() { gl_Position = vec4(position.xy, 0.0, 1.0); }`;

const FRAGMENT = `
precision highp float;
precision highp sampler2D;
uniform sampler2D waves;
uniform float first;
uniform float stepLength;
out vec4 result;
void main() {
  int row = int(gl_FragCoord.y);
  float s = first + (floor(gl_FragCoord.x)) * stepLength;
  int count = int(texelFetch(waves, ivec2(0, row), 0).x);
  float elevation = 0.0;
  float slope = 0.0;
  for (int i = 1; i <= count; ++i) {
    vec4 wave = texelFetch(waves, ivec2(i, row), 0);
    float phase = wave.y - wave.x * s;
    elevation += wave.z * cos(phase);
    slope += wave.z * wave.x * sin(phase);
  }
  result = vec4(elevation, slope, 0.0, 1.0);
}`;

/** Elevation and slope over s of each direction about a centre, as a texture. */
export class SeaTable {
  readonly sea: SeaComponents;
  readonly radius: number;
  readonly width: number;
  readonly target: WebGLRenderTarget;
  private readonly waves: DataTexture;
  private readonly scene = new Scene();
  private readonly camera = new OrthographicCamera(-1, 1, 1, -1, 0, 1);
  private readonly material: RawShaderMaterial;

  /** @param radius of the surface that is drawn [m] */
  constructor(sea: SeaComponents, radius: number) {
    this.sea = sea;
    this.radius = radius;
    const wanted = Math.ceil((2 * radius * STEPS_PER_WAVE) / sea.shortestLength) + 2;
    this.width = Math.min(LARGEST_WIDTH, Math.max(64, wanted));
    const rows = Math.max(1, sea.groups.length);
    const longest = sea.groups.reduce((most, group) => Math.max(most, group.components.length), 0);
    this.target = new WebGLRenderTarget(this.width, rows, {
      type: FloatType,
      format: RGBAFormat,
      minFilter: NearestFilter,
      magFilter: NearestFilter,
      depthBuffer: false,
    });
    const data = new Float32Array(4 * (longest + 1) * rows);
    this.waves = new DataTexture(data, longest + 1, rows, RGBAFormat, FloatType);
    this.material = new RawShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      glslVersion: GLSL3,
      depthTest: false,
      depthWrite: false,
      uniforms: {
        waves: { value: this.waves },
        first: { value: -radius },
        stepLength: { value: this.stepLength },
      },
    });
    const quad = new Mesh(new PlaneGeometry(2, 2), this.material);
    quad.frustumCulled = false;
    this.scene.add(quad);
  }

  get stepLength(): number {
    return (2 * this.radius) / (this.width - 2);
  }

  /** Fills the table for a time, with s counted from a centre. */
  fill(renderer: WebGLRenderer, time: number, x: number, y: number): void {
    const data = this.waves.image.data as Float32Array;
    const rowLength = this.waves.image.width * 4;
    const amplitudes = this.sea.amplitudes(time);
    this.sea.groups.forEach((group, row) => {
      const s = x * Math.cos(group.direction) + y * Math.sin(group.direction);
      data[row * rowLength] = group.components.length;
      group.components.forEach((component, i) => {
        const place = row * rowLength + 4 * (i + 1);
        data[place] = this.sea.arrays.wavenumber[component]!;
        data[place + 1] = this.sea.phase(component, time, s);
        data[place + 2] = amplitudes[component]!;
      });
    });
    this.waves.needsUpdate = true;
    renderer.setRenderTarget(this.target);
    renderer.render(this.scene, this.camera);
    renderer.setRenderTarget(null);
  }

  /** Elevations at points relative to the centre, read back and added as a vertex does it [m]. */
  readBack(renderer: WebGLRenderer, points: readonly (readonly [number, number])[]): number[] {
    const rows = this.target.height;
    const table = new Float32Array(4 * this.width * rows);
    renderer.readRenderTargetPixels(this.target, 0, 0, this.width, rows, table);
    return points.map(([x, y]) =>
      this.sea.groups.reduce((sum, group, row) => {
        const s = x * Math.cos(group.direction) + y * Math.sin(group.direction);
        const place = (s + this.radius) / this.stepLength;
        const cell = Math.min(Math.max(Math.floor(place), 0), this.width - 2);
        const at = (column: number) => table[4 * (row * this.width + column)]!;
        return sum + at(cell) + (place - cell) * (at(cell + 1) - at(cell));
      }, 0),
    );
  }

  dispose(): void {
    this.target.dispose();
    this.waves.dispose();
    this.material.dispose();
  }
}
