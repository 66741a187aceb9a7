import type { Ink } from './renderer.js'

/** Returns the value of `--theme` for a class in the current light or dark mode. */
export function inkOf(className: string, within: HTMLElement): Ink {
  const probe = document.createElement('span')
  probe.className = `ink-probe ${className}`
  within.append(probe)
  const [red = 0, green = 0, blue = 0] = (/rgba?\(([^)]+)\)/.exec(getComputedStyle(probe).color)?.[1] ?? '')
    .split(/[\s,/]+/)
    .map((part) => Number(part) / 255)
  probe.remove()
  return { red, green, blue, alpha: 1 }
}
