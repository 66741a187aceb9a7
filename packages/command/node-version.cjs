// Begins every command. In syntax that the oldest Node can read, because it is there to tell that this Node is too old.
'use strict'

/** The `engines` of every package say the same. */
var LEAST = [22, 12]

module.exports = function checkNodeVersion(command) {
  var found = process.versions.node.split('.').map(Number)
  if (found[0] > LEAST[0] || (found[0] === LEAST[0] && found[1] >= LEAST[1])) return
  process.stderr.write(
    'error: ' +
      command +
      ' needs Node.js ' +
      LEAST.join('.') +
      ' or later, and runs on ' +
      process.versions.node +
      ' (' +
      process.execPath +
      '). Install a newer one from https://nodejs.org, or only for this folder: npm install node@22, after which ' +
      'npx ' +
      command +
      ' runs on that\n'
  )
  process.exit(2)
}
