/** The surface of the sea: a grid, dense about its centre, that a table of elevations moves. */

import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  DataTexture,
  FloatType,
  GLSL3,
  Mesh,
  RGBAFormat,
  ShaderMaterial,
  Vector3,
  type WebGLRenderer,
} from "three";
import type { SeaComponents } from "../sea_components.ts";
import type { Palette } from "./palette.ts";
import { SeaTable } from "./sea_table.ts";

const DENSITY = 1.7; // exponent by which cells grow outwards

const VERTEX = `
precision highp float;
precision highp sampler2D;
uniform sampler2D table;
uniform sampler2D directions;
uniform int directionCount;
uniform float radius;
uniform float stepLength;
out vec3 surfaceNormal;
out vec3 seen;
out float height;
out float distanceFromCentre;
void main() {
  float elevation = 0.0;
  vec2 slope = vec2(0.0);
  for (int i = 0; i < directionCount; ++i) {
    vec2 way = texelFetch(directions, ivec2(i, 0), 0).xy;
    float place = (dot(position.xy, way) + radius) / stepLength;
    int cell = int(floor(place));
    vec4 here = texelFetch(table, ivec2(cell, i), 0);
    vec4 next = texelFetch(table, ivec2(cell + 1, i), 0);
    vec2 value = mix(here.xy, next.xy, place - float(cell));
    elevation += value.x;
    slope += value.y * way;
  }
  vec4 world = modelMatrix * vec4(position.xy, elevation, 1.0);
  surfaceNormal = vec3(-slope, 1.0);
  seen = cameraPosition - world.xyz;
  height = elevation;
  distanceFromCentre = length(position.xy) / radius;
  gl_Position = projectionMatrix * viewMatrix * world;
}`;

const FRAGMENT = `
precision highp float;
uniform vec3 deep;
uniform vec3 crest;
uniform vec3 sky;
uniform vec3 sun;
uniform float heightScale;
in vec3 surfaceNormal;
in vec3 seen;
in float height;
in float distanceFromCentre;
out vec4 color;
void main() {
  vec3 normal = normalize(surfaceNormal);
  vec3 view = normalize(seen);
  float facing = clamp(dot(normal, view), 0.0, 1.0);
  float fresnel = 0.04 + 0.5 * pow(1.0 - facing, 4.0);
  float light = 0.62 + 0.38 * clamp(dot(normal, sun), 0.0, 1.0);
  vec3 water = mix(deep, crest, clamp(0.5 + 0.5 * height / heightScale, 0.0, 1.0)) * light;
  float glint = 0.35 * pow(clamp(dot(reflect(-sun, normal), view), 0.0, 1.0), 60.0);
  float fade = smoothstep(0.55, 1.0, distanceFromCentre);
  float opacity = mix(0.97, 0.0, smoothstep(0.8, 1.0, distanceFromCentre));
  color = linearToOutputTexel(vec4(mix(water, sky, max(fresnel, fade)) + glint, opacity));
}`;

/** A disc of cells that grow outwards: a square grid whose lines are bent so that its edge is round. */
function gridGeometry(cells: number, radius: number): BufferGeometry {
  const spread = (i: number) => {
    const u = (2 * i) / cells - 1;
    return Math.sign(u) * Math.abs(u) ** DENSITY;
  };
  const bent = (u: number, v: number) => radius * u * Math.sqrt(1 - 0.5 * v * v);
  const positions = new Float32Array(3 * (cells + 1) ** 2);
  const indices = new Uint32Array(6 * cells ** 2);
  for (let j = 0; j <= cells; j++) {
    for (let i = 0; i <= cells; i++) {
      const [u, v] = [spread(i), spread(j)];
      positions.set([bent(u, v), bent(v, u), 0], 3 * (j * (cells + 1) + i));
    }
  }
  for (let j = 0, place = 0; j < cells; j++) {
    for (let i = 0; i < cells; i++, place += 6) {
      const a = j * (cells + 1) + i;
      indices.set([a, a + 1, a + cells + 2, a, a + cells + 2, a + cells + 1], place);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(positions, 3));
  geometry.setIndex(new BufferAttribute(indices, 1));
  return geometry;
}

export class SeaSurface {
  readonly table: SeaTable;
  readonly mesh: Mesh<BufferGeometry, ShaderMaterial>;
  private cells = 0;

  constructor(sea: SeaComponents, radius: number, palette: Palette) {
    this.table = new SeaTable(sea, radius);
    const count = Math.max(1, sea.groups.length);
    const directions = new Float32Array(4 * count);
    sea.groups.forEach(({ direction }, i) => {
      directions.set([Math.cos(direction), Math.sin(direction)], 4 * i);
    });
    const texture = new DataTexture(directions, count, 1, RGBAFormat, FloatType);
    texture.needsUpdate = true;
    const material = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      glslVersion: GLSL3,
      transparent: true,
      side: DoubleSide,
      uniforms: {
        table: { value: this.table.target.texture },
        directions: { value: texture },
        directionCount: { value: sea.groups.length },
        radius: { value: radius },
        stepLength: { value: this.table.stepLength },
        deep: { value: palette.deep },
        crest: { value: palette.crest },
        sky: { value: palette.sky },
        sun: { value: new Vector3(-0.4, 0.5, 0.75).normalize() },
        heightScale: { value: Math.max(0.3, 0.5 * sea.significantHeight) },
      },
    });
    this.mesh = new Mesh(new BufferGeometry(), material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 1;
    this.setDetail(128);
  }

  /** @param cells along a side */
  setDetail(cells: number): void {
    if (cells === this.cells) return;
    this.cells = cells;
    this.mesh.geometry.dispose();
    this.mesh.geometry = gridGeometry(cells, this.table.radius);
  }

  /** @param x, y centre in the world; @param originX, originY where the scene has its origin [m] */
  update(renderer: WebGLRenderer, time: number, x: number, y: number, originX: number, originY: number): void {
    this.table.fill(renderer, time, x, y);
    this.mesh.position.set(x - originX, y - originY, 0);
  }

  setPalette(palette: Palette): void {
    const { uniforms } = this.mesh.material;
    uniforms.deep!.value = palette.deep;
    uniforms.crest!.value = palette.crest;
    uniforms.sky!.value = palette.sky;
  }

  dispose(): void {
    this.table.dispose();
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}
