export { between, fit, inSight, toPlane, toScreen, type Bounds, type Camera, type Size } from './points/camera.js'
export { boundsOfMost, makeGrid, nearestPoint, pointsInside, pointsWithin, type Grid } from './points/grid.js'
export {
  markPlaces,
  readSelected,
  writeLine,
  writePoint,
  type MarkedPlaces,
  type Selected
} from './points/selection-links.js'
export { boxOf, keepInside, placeLabels, placeOf, shorten, type Box, type Label } from './points/point-labels.js'
export { densityContours } from './points/contours.js'
export { Icon, type IconName } from './points/icon.js'
export { MapTools } from './points/map-tools.js'
export type { PointLook } from './points/painter.js'
export { Plot, type PlotHandle } from './points/plot.js'
export { EventMapView } from './events/event-map.js'
export { readQuestion, type EventQuestion } from './events/event-search.js'
