/** Points inside a line on a map, for programs without a browser. */
export { makeGrid, type Grid } from './points/grid.js'
export { markPlaces, readSelected } from './points/selection-links.js'
