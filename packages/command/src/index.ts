export { Failure } from './failure.js'
export { fileSize, readFailure, readLines, type Line } from './lines.js'
export { createProgress, duration, type Progress, type ProgressOptions } from './progress.js'
export { createProgram, decimal, EXIT, printJson, runProgram, wholeNumber } from './program.js'
