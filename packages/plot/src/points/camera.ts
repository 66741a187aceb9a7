/** The visible part of the plane: its centre, and CSS pixels per unit. y points up. */
export interface Camera {
  readonly x: number
  readonly y: number
  readonly scale: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

export interface Bounds {
  readonly left: number
  readonly right: number
  readonly bottom: number
  readonly top: number
}

/**
 * Returns the camera that shows all of `bounds` with a margin, right of what covers the plot on its left; both in CSS
 * pixels.
 */
export function fit(bounds: Bounds, { width, height }: Size, margin = 40, covered = 0): Camera {
  const across = Math.max(bounds.right - bounds.left, 1e-6)
  const up = Math.max(bounds.top - bounds.bottom, 1e-6)
  const scale = Math.max(1e-6, Math.min((width - covered - 2 * margin) / across, (height - 2 * margin) / up))
  const x = (bounds.left + bounds.right) / 2 - covered / 2 / scale
  return { x, y: (bounds.bottom + bounds.top) / 2, scale }
}

export function toScreen(camera: Camera, { width, height }: Size, x: number, y: number): [number, number] {
  return [width / 2 + (x - camera.x) * camera.scale, height / 2 - (y - camera.y) * camera.scale]
}

export function toPlane(camera: Camera, { width, height }: Size, left: number, top: number): [number, number] {
  return [camera.x + (left - width / 2) / camera.scale, camera.y - (top - height / 2) / camera.scale]
}

/** Returns the camera after dragging the plane by so many CSS pixels. */
export function pan({ x, y, scale }: Camera, left: number, top: number): Camera {
  return { x: x - left / scale, y: y + top / scale, scale }
}

/** Returns the camera zoomed by a factor around a point of the screen, between `least` and `most` pixels per unit. */
export function zoom(
  camera: Camera,
  size: Size,
  factor: number,
  left: number,
  top: number,
  least: number,
  most: number
): Camera {
  const scale = Math.min(most, Math.max(least, camera.scale * factor))
  const [x, y] = toPlane(camera, size, left, top)
  return { x: x - (left - size.width / 2) / scale, y: y + (top - size.height / 2) / scale, scale }
}

/** Returns the visible bounds. */
export function inSight(camera: Camera, { width, height }: Size): Bounds {
  const [across, up] = [width / 2 / camera.scale, height / 2 / camera.scale]
  return { left: camera.x - across, right: camera.x + across, bottom: camera.y - up, top: camera.y + up }
}

/** Returns a camera between two, at `part` from 0 to 1. The zoom changes evenly, so that long distances do not pass too fast. */
export function between(from: Camera, to: Camera, part: number): Camera {
  const eased = part < 0.5 ? 2 * part * part : 1 - (2 - 2 * part) ** 2 / 2
  const scale = from.scale * (to.scale / from.scale) ** eased
  // The centre moves in proportion to the change of units per pixel.
  const way =
    Math.abs(to.scale - from.scale) < 1e-9 * from.scale
      ? eased
      : (1 / from.scale - 1 / scale) / (1 / from.scale - 1 / to.scale)
  return { x: from.x + (to.x - from.x) * way, y: from.y + (to.y - from.y) * way, scale }
}
