import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root, temporaryFolder } from './command-line.js'
import { strayedDraft } from './vscode/drafts.js'

const folder = temporaryFolder()
const uri = pathToFileURL(join(folder, 'draft.md')).href
const { text, stray } = strayedDraft()
const line = text.slice(0, text.indexOf(stray)).split('\n').length - 1
const at = { start: { line, character: 0 }, end: { line, character: 0 } }

interface Message {
  readonly id?: number
  readonly method?: string
  readonly params?: unknown
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

interface Edit {
  readonly range: { readonly start: Place; readonly end: Place }
  readonly newText: string
}
interface Place {
  readonly line: number
  readonly character: number
}

interface Action {
  readonly title: string
  readonly edit?: { readonly changes: Readonly<Record<string, readonly Edit[]>> }
  readonly command?: { readonly command: string; readonly arguments: readonly unknown[] }
}

/** Installs the packed command as a user does, and returns its path. */
function install(): string {
  const npm = (...args: string[]): string => {
    const { status, stdout, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' })
    expect(status, stderr).toBe(0)
    return stdout.trim()
  }
  const tarball = npm('pack', '--silent', join(root, 'packages', 'vscode-ext', 'dist', 'lsp'))
  npm('install', '--offline', '--no-audit', '--no-fund', '--prefix', folder, join(folder, tarball))
  return join(folder, 'node_modules', '.bin', 'leitmotif-lsp')
}

/** An editor with no more than the protocol: it answers no request for settings, and takes edits as they come. */
class Editor {
  readonly #server: ChildProcessWithoutNullStreams
  readonly #answers = new Map<number, (message: Message) => void>()
  readonly #waiting: { method: string; resolve: (params: unknown) => void }[] = []
  #unread = Buffer.alloc(0)
  #count = 0

  constructor(command: string) {
    this.#server = spawn(command, ['--stdio'], { cwd: folder })
    this.#server.stdout.on('data', (bytes: Buffer) => {
      this.#unread = Buffer.concat([this.#unread, bytes])
      for (let message = this.#next(); message !== undefined; message = this.#next()) this.#heard(message)
    })
  }

  #next(): Message | undefined {
    const head = this.#unread.indexOf('\r\n\r\n')
    if (head < 0) return undefined
    const length = Number(/Content-Length: (\d+)/.exec(this.#unread.subarray(0, head).toString())![1])
    const end = head + 4 + length
    if (this.#unread.length < end) return undefined
    const message = JSON.parse(this.#unread.subarray(head + 4, end).toString()) as Message
    this.#unread = this.#unread.subarray(end)
    return message
  }

  #heard(message: Message): void {
    if (message.method === undefined) {
      this.#answers.get(message.id!)?.(message)
      return
    }
    if (message.id !== undefined) this.#send({ id: message.id, result: { applied: true } })
    const index = this.#waiting.findIndex(({ method }) => method === message.method)
    if (index >= 0) this.#waiting.splice(index, 1)[0].resolve(message.params)
  }

  #send(message: Message): void {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message })
    this.#server.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
  }

  ask<T>(method: string, params: unknown): Promise<T> {
    const id = ++this.#count
    this.#send({ id, method, params })
    return new Promise((resolve, reject) => {
      this.#answers.set(id, ({ result, error }) => {
        if (error === undefined) resolve(result as T)
        else reject(new Error(error.message))
      })
    })
  }

  tell(method: string, params: unknown): void {
    this.#send({ method, params })
  }

  /** Returns the parameters of the next message of a method from the server. */
  hear<T>(method: string): Promise<T> {
    return new Promise((resolve) => {
      this.#waiting.push({ method, resolve: resolve as (params: unknown) => void })
    })
  }

  /** Ends the server as the protocol wants it, and returns its exit status. */
  async end(): Promise<number | null> {
    const ended = once(this.#server, 'exit')
    await this.ask('shutdown', undefined)
    this.tell('exit', undefined)
    return ((await ended) as [number | null])[0]
  }
}

interface Diagnostics {
  readonly diagnostics: readonly { readonly code: string; readonly range: { readonly start: Place } }[]
}

/** Returns a text after edits, of which none touches another. */
function edited(text: string, edits: readonly Edit[]): string {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  const offset = (place: Place): number => starts[place.line] + place.character
  const byEnd = [...edits].sort((a, b) => offset(b.range.start) - offset(a.range.start))
  return byEnd.reduce((so, { range: { start, end }, newText }) => {
    return so.slice(0, offset(start)) + newText + so.slice(offset(end))
  }, text)
}

describe('leitmotif-lsp, packed and installed', { timeout: 240_000 }, () => {
  let command = ''
  let editor: Editor
  beforeAll(async () => {
    command = install()
    editor = new Editor(command)
    const { capabilities } = await editor.ask<{ capabilities: { executeCommandProvider: { commands: string[] } } }>(
      'initialize',
      { processId: process.pid, rootUri: null, capabilities: {} }
    )
    expect(capabilities.executeCommandProvider.commands).toContain('leitmotif.dismiss')
    editor.tell('initialized', {})
  })
  afterAll(async () => {
    expect(await editor.end()).toBe(0)
  })

  const actions = (): Promise<Action[]> =>
    editor.ask('textDocument/codeAction', { textDocument: { uri }, range: at, context: { diagnostics: [] } })

  it('hints at a misplaced paragraph, and offers an edit that moves it', async () => {
    const hinted = editor.hear<Diagnostics>('textDocument/publishDiagnostics')
    editor.tell('textDocument/didOpen', { textDocument: { uri, languageId: 'markdown', version: 1, text } })
    const { diagnostics } = await hinted
    expect(diagnostics.map(({ code, range }) => [code, range.start.line])).toContainEqual(['move', line])
    const move = (await actions()).find(({ title }) => title.startsWith('Move paragraph to “Bread”'))!
    const moved = edited(text, move.edit!.changes[uri])
    expect(moved.indexOf(stray)).toBeLessThan(moved.indexOf('## Bridges'))
    expect(moved.split(/\s+/).sort()).toEqual(text.split(/\s+/).sort())
  })

  it('offers only commands that it runs itself', async () => {
    const commands = (await actions()).flatMap(({ command }) => command?.command ?? [])
    expect(new Set(commands)).toEqual(new Set(['leitmotif.dismiss']))
  })

  it('applies a suggestion by its lens', async () => {
    const lenses = await editor.ask<Action[]>('textDocument/codeLens', { textDocument: { uri } })
    const { command } = lenses.find(({ command }) => command?.command === 'leitmotif.applySuggestion')!
    const applied = editor.hear<{ edit: { changes: Record<string, Edit[]> } }>('workspace/applyEdit')
    await editor.ask('workspace/executeCommand', command)
    const { edit } = await applied
    expect(edited(text, edit.changes[uri])).not.toBe(text)
  })

  it('shows the themes of a section on its heading', async () => {
    const place = text.slice(0, text.indexOf('## Bread')).split('\n').length - 1
    const hover = await editor.ask<{ contents: { value: string } }>('textDocument/hover', {
      textDocument: { uri },
      position: { line: place, character: 4 }
    })
    expect(hover.contents.value).toMatch(/Bread.*words/)
  })

  it('makes a dismissed suggestion no more', async () => {
    const { command } = (await actions()).find(({ command }) => command?.command === 'leitmotif.dismiss')!
    const hinted = editor.hear<Diagnostics>('textDocument/publishDiagnostics')
    await editor.ask('workspace/executeCommand', command)
    const { diagnostics } = await hinted
    expect(diagnostics.filter(({ code, range }) => code === 'move' && range.start.line === line)).toEqual([])
  })

  it('names a flag that it does not know', () => {
    const run = spawnSync(command, ['--tcp'], { encoding: 'utf8' })
    expect([run.status, run.stderr]).toEqual([2, expect.stringContaining("'--tcp'")])
  })
})
