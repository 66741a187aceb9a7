import type { OpenApiDocument } from './openapi.js'

/** The parts of a schema that the page shows. */
interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema | boolean
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly examples?: readonly unknown[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
}

/** Returns the OpenAPI document as an HTML page without scripts and external resources. */
export function referencePage({ info, paths = {}, components, tags = [] }: OpenApiDocument): string {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, Operation>).map(([method, operation]) => ({ path, method, operation }))
  )
  const sections = tags.map(({ name }) => {
    const own = operations.filter(({ operation }) => operation.tags?.includes(name) === true)
    return `<h2 id="${text(name)}">${text(name)}</h2>\n${own.map(operationPart).join('\n')}`
  })
  const schemas = Object.entries(components?.schemas ?? {}).map(
    ([name, schema]) => `<h3 id="schema-${text(name)}">${text(name)}</h3>\n${schemaPart(schema as Schema)}`
  )
  const contents = [...tags.map(({ name }) => name), 'Schemas'].map(
    (name) => `<li><a href="#${text(name)}">${text(name)}</a></li>`
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(info.title)} ${text(info.version)}: API</title>
<link rel="stylesheet" href="/api/reference.css">
</head>
<body>
<header><h1>${text(info.title)} ${text(info.version)}: API</h1>
<p>${text(info.description ?? '')}</p>
<p><a href="/">The page of the collection</a> · <a href="/api/openapi.json">OpenAPI 3.1</a></p></header>
<nav aria-label="Sections"><ul>${contents.join('')}</ul></nav>
<main>
${sections.join('\n')}
<h2 id="Schemas">Schemas</h2>
${schemas.join('\n')}
</main>
</body>
</html>
`
}

interface Operation {
  readonly tags?: readonly string[]
  readonly summary?: string
  readonly description?: string
  readonly parameters?: readonly {
    readonly name: string
    readonly in: string
    readonly required?: boolean
    readonly description?: string
    readonly schema: Schema
  }[]
  readonly requestBody?: { readonly description?: string; readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>

function operationPart({ path, method, operation }: { path: string; method: string; operation: Operation }): string {
  const { summary = '', description = '', parameters = [], requestBody, responses } = operation
  const given = parameters.map(
    ({ name, in: place, required = false, description: meaning = '', schema }) =>
      `<tr><td><code>${text(name)}</code></td><td>${text(place)}${required ? ', required' : ''}</td>` +
      `<td>${typeOf(schema)}</td><td>${text(meaning)}</td></tr>`
  )
  const answers = Object.entries(responses).map(
    ([status, { description: meaning, content }]) =>
      `<tr><td>${text(status)}</td><td>${text(meaning)}</td><td>${contentType(content)}</td></tr>`
  )
  return `<section>
<h3><code><span class="method">${text(method.toUpperCase())}</span> ${text(path)}</code></h3>
<p>${text(summary)}.${description === '' ? '' : ` ${text(description)}`}</p>
${given.length === 0 ? '' : `<table><tr><th>Parameter</th><th>In</th><th>Type</th><th>Meaning</th></tr>${given.join('')}</table>`}
${requestBody === undefined ? '' : `<p>Body: ${contentType(requestBody.content)}. ${text(requestBody.description ?? '')}</p>`}
<details><summary>Answers</summary><table>${answers.join('')}</table></details>
</section>`
}

function contentType(content: Content = {}): string {
  return Object.entries(content)
    .map(([type, { schema }]) => (type === 'application/json' ? typeOf(schema) : text(type)))
    .join(', ')
}

function schemaPart(schema: Schema): string {
  const { description, properties = {}, required = [], examples = [] } = schema
  const members = Object.entries(properties).map(
    ([name, member]) =>
      `<tr><td><code>${text(name)}</code></td><td>${typeOf(member)}</td>` +
      `<td>${required.includes(name) ? 'required' : ''}</td><td>${text(member.description ?? '')}</td></tr>`
  )
  return [
    description === undefined ? '' : `<p>${text(description)}</p>`,
    members.length === 0
      ? `<p>${typeOf(schema)}</p>`
      : `<table><tr><th>Member</th><th>Type</th><th>Needed</th><th>Meaning</th></tr>${members.join('')}</table>`,
    ...examples.map((example) => `<pre>${text(JSON.stringify(example, null, 2))}</pre>`)
  ].join('\n')
}

/** Describes a schema in a few words, with links to named schemas. */
function typeOf(schema: Schema): string {
  const { $ref, type, items = {}, properties, additionalProperties, enum: values } = schema
  if ($ref !== undefined) {
    const name = text($ref.split('/').at(-1)!)
    return `<a href="#schema-${name}">${name}</a>`
  }
  const some = schema.anyOf ?? schema.allOf
  if (some !== undefined) return some.map(typeOf).join(' or ')
  if (values !== undefined) return values.map(literal).join(' or ')
  if ('const' in schema) return literal(schema.const)
  if (type === 'array') return `list of ${typeOf(items)}`
  if (properties !== undefined) {
    const members = Object.entries(properties).map(([name, member]) => `<code>${text(name)}</code>: ${typeOf(member)}`)
    return `{${members.join(', ')}}`
  }
  if (typeof additionalProperties === 'object') return `object of ${typeOf(additionalProperties)}`
  return text(`${type ?? 'any'}${limits(schema)}`)
}

function literal(value: unknown): string {
  return `<code>${text(JSON.stringify(value))}</code>`
}

function limits({ minimum, maximum, minLength, maxLength, default: usual }: Schema): string {
  const parts: string[] = []
  if (maxLength !== undefined) parts.push(`${minLength ?? 0} to ${maxLength} characters`)
  else if (maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER) parts.push(`${minimum ?? 'up'} to ${maximum}`)
  else if (minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER) parts.push(`from ${minimum}`)
  if (usual !== undefined) parts.push(`default ${JSON.stringify(usual)}`)
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`
}

function text(value: string): string {
  return value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

export const referenceStyle = `:root { color-scheme: light dark; --line: #8884; --soft: #8882; --link: #0b57d0 }
@media (prefers-color-scheme: dark) { :root { --link: #8ab4f8 } }
html { background: Canvas; color: CanvasText }
body { max-width: 60rem; margin: 0 auto; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
a { color: var(--link) }
nav ul { display: flex; flex-wrap: wrap; gap: 0 1.5rem; padding: 0; list-style: none }
h2 { margin-top: 3rem; border-bottom: 1px solid var(--line) }
section, h3 { margin-top: 2rem }
.method { display: inline-block; min-width: 4rem; font-weight: bold }
table { width: 100%; border-collapse: collapse; font-size: .9rem }
th, td { padding: .25rem .75rem .25rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top }
pre { padding: .75rem; background: var(--soft); overflow-x: auto }
`
