/** What is known of where a problem is seen. */
export interface Surroundings {
  readonly extension: string
  readonly editor: string
  readonly host: string
  readonly server: string
  readonly language: string
  /** Settings that are not the default, by name. The address of a service is told as set, no more. */
  readonly settings: Readonly<Record<string, unknown>>
}

/** The body of an issue, to be completed by the writer. Nothing of any draft is in it. */
export function problemReport(surroundings: Surroundings): string {
  const { extension, editor, host, server, language, settings } = surroundings
  return [
    '# A problem with Leitmotif',
    '',
    '## What happened',
    '',
    '<!-- What did you do, what did you expect, what came instead? Please add no text that is private. -->',
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
