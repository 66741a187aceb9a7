import { Failure } from '@leitmotif/command'
import { Command } from 'commander'
import { expect, test } from 'vitest'
import { evaluateCommand } from './evaluate-command.js'
import { loadExtensions } from './extensions.js'

const MISSING = {
  name: '@leitmotif/missing',
  commands: ['dream'],
  fits: ['dreams'],
  tasks: [{ name: 'dreaming', flag: '--dreams <folder>' }]
}

test('A command of a package that is not installed says which package to install', async () => {
  const [{ commands, fits }] = await loadExtensions([MISSING])
  const program = new Command('leitmotif-train')
  const fit = program.command('fit')
  for (const command of commands!()) program.addCommand(command)
  for (const command of fits!()) fit.addCommand(command)
  for (const line of [
    ['dream', '--deeply'],
    ['fit', 'dreams', 'a.txt', '--out', 'b']
  ]) {
    const ran = program.parseAsync(line, { from: 'user' })
    await expect(ran).rejects.toThrow('needs the package @leitmotif/missing, which is not installed; run npm install')
    await expect(ran).rejects.toBeInstanceOf(Failure)
  }
})

test('A task of a package that is not installed says which package to install', async () => {
  const [{ tasks }] = await loadExtensions([MISSING])
  const line = ['--model', 'word-overlap', '--task', 'dreaming', '--dreams', 'folder']
  const ran = evaluateCommand(tasks).parseAsync(line, { from: 'user' })
  await expect(ran).rejects.toThrow('--task dreaming needs the package @leitmotif/missing')
})
