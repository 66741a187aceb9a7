import { z } from 'zod'

/** Returns the first fault of a stored or given value, on one line: "themes[1].title: expected string, got nothing". */
export function schemaFault({ issues: [issue] }: z.ZodError): string {
  return issue.path.length === 0 ? issueText(issue) : `${z.core.toDotPath(issue.path)}: ${issueText(issue)}`
}

/** Returns the message of an issue in plain words. */
function issueText({ message }: z.core.$ZodIssue): string {
  return message
    .replace(/^Invalid input: /, '')
    .replace('received undefined', 'got nothing')
    .replace('received', 'got')
}
