import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from './command-line.js'
import { strayedDraft } from './vscode/drafts.js'
import { missing, note } from './vscode/editor.js'
import { runSuite } from './vscode/extension-host.js'

const suite = fileURLToPath(new URL('vscode/suite.ts', import.meta.url))

describe.skipIf(missing)(`The extension in a real VS Code${note}`, () => {
  it.each([
    ['on the desktop and over remote', 'node', 'Node'],
    ['in a browser alone', 'web', 'a worker']
  ] as const)('finds a strayed paragraph, and moves it home, %s', { timeout: 300_000 }, async (_, kind, host) => {
    const home = temporaryFolder()
    const workspace = join(home, 'workspace')
    mkdirSync(workspace, { recursive: true })
    writeFileSync(join(workspace, 'strayed.md'), strayedDraft().text)
    const told = await runSuite(kind, suite, home, workspace)
    expect(told).toContain('moves it home')
    expect(told).toContain(`runs in ${host}\n`)
  })
})
