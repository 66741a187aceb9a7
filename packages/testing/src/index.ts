export { expectFlags, expectKept } from './commands.js'
export { expectLinear } from './linear-time.js'
export { slopesApart } from './slopes.js'
