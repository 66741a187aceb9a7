import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type Browser, type Page } from 'playwright-core'
import { provideVscode, vscode } from '../../scripts/vscode.mjs'
import { browserPath, noBrowser } from '../chromium.js'
import { root } from '../command-line.js'

/** Folder with the files of the packed extension. */
export const extension = join(root, 'packages', 'vscode-ext', 'dist', 'extension')

/** Reason why VS Code cannot run here; undefined if it can. */
export const missing =
  provideVscode({ again: false }) ??
  noBrowser ??
  (existsSync(extension) ? undefined : 'the extension is not bundled (npm run build)')

/** Suffix for titles of tests that are skipped without VS Code. */
export const note = missing === undefined ? '' : ` (no VS Code: ${missing})`
if (missing !== undefined) process.stderr.write(`VS Code is not available, so its tests are skipped: ${missing}\n`)

/** Packs the extension into `folder`, because other tests use `extension` meanwhile, and returns the path of the VSIX. */
export function packExtension(folder: string): string {
  const bundle = join(root, 'packages', 'vscode-ext', 'bundle.mjs')
  const { status, stderr } = spawnSync(process.execPath, [bundle, '--pack', '--to', folder], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return join(folder, 'leitmotif.vsix')
}

export interface Editor {
  readonly url: string
  readonly authority: string
  stop(): Promise<void>
}

export interface EditorOptions {
  /** Folder for the editor's data, extensions and log. */
  readonly home: string
  readonly settings?: object
  /** Settings of the machine. */
  readonly machineSettings?: object
  /** Packed extensions to install before the start. */
  readonly vsix?: readonly string[]
  /** Opens untrusted folders in Restricted Mode without asking. */
  readonly restricted?: boolean
  /** Accepts extensions under development in a page's address, and hides notifications. */
  readonly development?: boolean
}

const START_MS = 60_000

/** Starts VS Code's server, with a browser as its window. */
export async function startEditor({
  home,
  settings = {},
  machineSettings = {},
  vsix = [],
  restricted,
  development
}: EditorOptions): Promise<Editor> {
  const [data, serverData, extensions, own] = ['data', 'server-data', 'extensions', 'home'].map((name) => {
    const folder = join(home, name)
    mkdirSync(folder, { recursive: true })
    return folder
  })
  mkdirSync(join(data, 'User'), { recursive: true })
  const quiet = {
    'workbench.startupEditor': 'none',
    'telemetry.telemetryLevel': 'off',
    'editor.minimap.enabled': false,
    'extensions.ignoreRecommendations': true,
    'extensions.autoCheckUpdates': false,
    'extensions.autoUpdate': false,
    'chat.disableAIFeatures': true,
    'workbench.secondarySideBar.defaultVisibility': 'hidden',
    // A late focus change would close the palette, and Enter would go to the draft.
    'workbench.quickOpen.closeOnFocusLost': false,
    'files.autoSave': 'off',
    'security.workspace.trust.startupPrompt': 'never'
  }
  writeFileSync(join(data, 'User', 'settings.json'), JSON.stringify({ ...quiet, ...settings }))
  mkdirSync(join(data, 'Machine'), { recursive: true })
  writeFileSync(join(data, 'Machine', 'settings.json'), JSON.stringify(machineSettings))
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('VSCODE_') && name !== 'NODE_OPTIONS')
  )
  const common = ['--accept-server-license-terms', '--telemetry-level', 'off']
  const places = ['--user-data-dir', data, '--server-data-dir', serverData, '--extensions-dir', extensions]
  if (!restricted) common.push('--disable-workspace-trust')
  const args = [vscode.server, ...common, ...places, '--builtin-extensions-dir', vscode.builtin]
  const logFile = join(home, 'server.log')
  const log = openSync(logFile, 'a')
  const options = { env: { ...env, HOME: own }, stdio: ['ignore', log, log] as const }
  for (const file of vsix) {
    const { status } = spawnSync(vscode.node, [...args, '--install-extension', file], {
      env: options.env,
      stdio: ['ignore', log, log]
    })
    if (status !== 0) throw new Error(`${file}: not installed: ${readFileSync(logFile, 'utf8')}`)
  }
  const port = await freePort()
  const listen = ['--without-connection-token', '--host', '127.0.0.1', '--port', String(port)]
  const driver = development ? ['--enable-smoke-test-driver'] : []
  // A process group, so that extension hosts and language servers end with it.
  const child = spawn(vscode.node, [...args, ...listen, ...driver], {
    env: options.env,
    stdio: ['ignore', log, log],
    detached: true
  })
  const url = `http://127.0.0.1:${port}`
  const end = Date.now() + START_MS
  while (!(await answers(url))) {
    if (Date.now() > end || child.exitCode !== null) {
      throw new Error(`VS Code did not start: ${readFileSync(logFile, 'utf8').slice(-2000)}`)
    }
    await sleep(100)
  }
  return {
    url,
    authority: `127.0.0.1:${port}`,
    async stop() {
      const signal = (name: NodeJS.Signals | 0): boolean => {
        try {
          return process.kill(-(child.pid ?? 0), name)
        } catch {
          return false
        }
      }
      signal('SIGTERM')
      for (const end = Date.now() + 3000; signal(0) && Date.now() < end;) await sleep(50)
      signal('SIGKILL')
    }
  }
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false
  )
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => {
        resolve(typeof address === 'object' && address !== null ? address.port : 0)
      })
    })
  })
}

export function launchBrowser(): Promise<Browser> {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking']
  return chromium.launch({ executablePath: browserPath, headless: true, args })
}

/** Returns the address of a window on `folder`. `payload` is VS Code's: openFile, extensionDevelopmentPath, … */
export function windowAddress(editor: Editor, folder: string, payload: readonly [string, string][] = []): string {
  const query = new URLSearchParams({ folder })
  if (payload.length > 0) query.set('payload', JSON.stringify(payload))
  return `${editor.url}/?${query.toString()}`
}

/** Opens a window on `folder`, with `file` of it in an editor. */
export async function openWindow(page: Page, editor: Editor, folder: string, file: string): Promise<void> {
  const path = join(folder, file)
  await page.goto(windowAddress(editor, folder, [['openFile', `vscode-remote://${editor.authority}${path}`]]))
  await page.locator(`.tab[data-resource-name="${file}"]`).waitFor()
  await page.locator('.view-lines').first().waitFor()
}

/** Opens a file, named by its path, in an open window. */
export async function openFile(page: Page, path: string): Promise<void> {
  const name = basename(path)
  await page.keyboard.press('Control+P')
  await page.locator('.quick-input-widget input[type=text]').first().fill(path)
  await page.locator('.quick-input-list .monaco-list-row.focused', { hasText: name }).waitFor()
  await page.keyboard.press('Enter')
  await page.locator(`.tab[data-resource-name="${name}"]`).waitFor()
  await page.locator('.view-lines').first().waitFor()
}

/** Runs the command with exactly this title in the palette: “Category: Title”. */
export async function runCommand(page: Page, title: string): Promise<void> {
  const widget = page.locator('.quick-input-widget')
  const input = widget.locator('input[type=text]').first()
  const row = widget.locator('.monaco-list-row').filter({ has: page.getByText(title, { exact: true }) })
  const listed = (): Promise<boolean> =>
    row
      .first()
      .waitFor({ timeout: 5000 })
      .then(
        () => true,
        () => false
      )
  const open = async (): Promise<void> => {
    await page.keyboard.press('F1')
    await input.waitFor({ state: 'visible' })
    await input.fill(`>${title}`)
  }
  await open()
  // The open palette does not list commands that are registered later.
  for (const end = Date.now() + START_MS; !(await listed());) {
    if (Date.now() > end) throw new Error(`the palette has no command “${title}”`)
    await page.keyboard.press('Escape')
    await open()
  }
  // By keyboard, because the list still moves while it is filtered.
  while (!(await row.first().getAttribute('class'))?.includes('focused')) await input.press('ArrowDown')
  await input.press('Enter')
  await row.first().waitFor({ state: 'hidden' })
}
