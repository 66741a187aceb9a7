import { Failure } from '@leitmotif/command'
import { Command } from 'commander'
import { NETWORK_NAMES } from '../train/training-options.js'
import { fitNetworkCommand } from './fit-network-command.js'

/** `leitmotif-train fit`, with a sub-command for each network; optional packages add theirs. */
export function fitCommand(): Command {
  const command = new Command('fit')
    .description('Train a network on your own articles and put it into an encoder bundle.')
    .usage('<command> <corpus...> --out <dir> [options]')
    .allowUnknownOption()
    .argument('[line...]')
    .action(() => {
      if (command.args.length === 0) command.help({ error: true })
      throw new Failure(
        `fit trains one network by one sub-command (${command.commands.map((each) => each.name()).join(', ')}); for this line ` +
          `use leitmotif-train fit ${subcommandFor(command.args)}, without --network static|malstm and --role`
      )
    })
  for (const name of NETWORK_NAMES) command.addCommand(fitNetworkCommand(name))
  return command
}

/** Returns the sub-command that replaces a command line without one. */
function subcommandFor(args: readonly string[]): string {
  const words = args.flatMap((arg) => arg.split('='))
  const valueOf = (flag: string): string | undefined =>
    words.includes(flag) ? words[words.indexOf(flag) + 1] : undefined
  const network = valueOf('--network') ?? (words.includes('--preset') ? 'bilstm-attention' : 'static')
  if (network === 'malstm') return 'pairs'
  return network === 'static' ? 'static' : (valueOf('--role') ?? 'sentences')
}
