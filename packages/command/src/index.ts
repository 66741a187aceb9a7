export { counted } from './run/counted.js'
export { Failure, FileFailure } from './run/failure.js'
export { fileSize, missingPath, readFailure, readLines, writeFailure, type Line } from './run/file-lines.js'
export { createProgress, duration, type Progress, type ProgressOptions } from './run/progress.js'
export {
  addCommands,
  createProgram,
  decimal,
  EXIT,
  printable,
  printJson,
  runProgram,
  shellWord,
  wholeNumber,
  type LazyCommand
} from './run/program.js'
export { openParquet, type ParquetFile } from './parquet/rows.js'
export { createParquet, type ParquetColumn, type ParquetValue, type ParquetWriter } from './parquet/write.js'
export { html, type Markup } from './report/markup.js'
export { reportPage } from './report/page.js'
export { ticks } from './report/page.js'
