import { Failure } from '@leitmotif/command'
import { Option } from 'commander'
import { isEncoding } from '../ingest/encodings.js'

/** Returns the option `--encoding` of commands that read text files. Its parser throws a Failure for an unknown name. */
export function encodingOption(): Option {
  return new Option(
    '--encoding <name>',
    'encoding of text files, for example windows-1252 (default: UTF-8, or recognised)'
  ).argParser((name) => {
    if (isEncoding(name)) return name
    throw new Failure(`--encoding ${name}: is not known; expected a name such as windows-1252, iso-8859-2 or shift_jis`)
  })
}

/** Tells the user that a file is read in an encoding that was recognised. */
export function reportEncoding(path: string, name: string): void {
  process.stderr.write(`${path}: read as ${name}; if that is wrong, name the --encoding\n`)
}
