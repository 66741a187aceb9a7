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
  it('finds a strayed paragraph, and moves it home, on the desktop and over remote', { timeout: 240_000 }, async () => {
    const home = temporaryFolder()
    const workspace = join(home, 'workspace')
    mkdirSync(workspace, { recursive: true })
    writeFileSync(join(workspace, 'strayed.md'), strayedDraft().text)
    expect(await runSuite('node', suite, home, workspace)).toContain('moves it home')
  })
})
