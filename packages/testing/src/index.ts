export { expectFlags, expectKept } from './checks/commands.js'
export { expectLinear } from './checks/linear-time.js'
export { slopesApart } from './checks/slopes.js'
