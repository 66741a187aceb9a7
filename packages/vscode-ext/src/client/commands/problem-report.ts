/** The environment of a problem. */
export interface Surroundings {
  readonly extension: string
  readonly editor: string
  readonly host: string
  readonly server: string
  readonly language: string
  /** Settings that differ from the default, by name. The address of a service is replaced by `(set)`. */
  readonly settings: Readonly<Record<string, unknown>>
}

/** Returns the body of an issue for the writer to complete. It contains no text of a draft. */
export function problemReport(surroundings: Surroundings): string {
  const { extension, editor, host, server, language, settings } = surroundings
  return [
    '# A problem with Leitmotif',
    '',
    '## What happened',
    '',
    '<!-- What did you do, what did you expect, and what happened? Do not include private text. -->',
    '',
    '## Where',
    '',
    `- Leitmotif ${extension}`,
    `- ${editor}, ${host}`,
    `- Server: ${server}`,
    `- Language of the draft: ${language}`,
    '',
    '## Settings that are not the default',
    '',
    '```json',
    JSON.stringify(settings, null, 2),
    '```',
    ''
  ].join('\n')
}
