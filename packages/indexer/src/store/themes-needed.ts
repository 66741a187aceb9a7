import { Failure } from '@leitmotif/command'

/** The collection has no usable themes. The message ends with the command that builds them, without the collection's place. */
export class ThemesNeeded extends Failure {
  constructor(reason: string) {
    super(`${reason}; build them with: leitmotif themes build`)
  }
}
