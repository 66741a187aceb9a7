import type { CollectionAnswer } from '../../src/service/schemas/theme-schemas.js'
import { changed, type Address } from '../data/address.js'
import { timeAxesOf } from '../data/time-field.js'
import { comparedFields } from '../data/compared-fields.js'
import { useCatalogue } from '../data/catalogue.js'
import { conditionInWords } from '../data/filter.js'
import { useAnalytics } from '../data/loaded.js'

/** Maximum number of fields for which a comparison is suggested. */
const PROPOSED = 4

interface Props {
  readonly address: Address
  readonly described: CollectionAnswer
}

/**
 * Suggests pairs to compare: earlier and later half of the time, the two most frequent values of a field, and themes.
 */
export function Proposals({ address, described }: Props) {
  const { fields } = described
  const time = timeAxesOf(fields).at(0)
  const others = comparedFields(described).filter((name) => fields[name] === 'keyword')
  return (
    <ul class="proposals" aria-label="Suggested parts">
      {time === undefined ? null : <ByTime field={time} address={address} described={described} />}
      {others.slice(0, PROPOSED).map((field) => (
        <ByValue key={field} field={field} address={address} described={described} />
      ))}
      <ByTheme address={address} described={described} />
    </ul>
  )
}

interface OfField extends Props {
  readonly field: string
}

function ByTime(props: OfField) {
  const { keys = [] } = useAnalytics('over-time', { field: props.field, level: 'top' }).data ?? {}
  const half = keys.reduce((sum, { sentences }) => sum + sentences, 0) / 2
  let before = 0
  const middle = keys.find(({ sentences }, i) => (before += sentences) >= half && i > 0)
  return middle === undefined ? null : <Proposal {...props} a={`..${middle.key}`} b={`${middle.key}..`} />
}

function ByValue(props: OfField) {
  const { keys = [] } = useAnalytics('share', { by: props.field, level: 'top', values: '2' }).data ?? {}
  return keys.length < 2 ? null : <Proposal {...props} a={keys[0].key} b={keys[1].key} />
}

/** Suggests the two largest themes or groups, and the two largest inside the first group, which are more similar. */
function ByTheme(props: Props) {
  const { childrenOf } = useCatalogue()
  const largest = (of: string | undefined): readonly string[] =>
    childrenOf(of)
      .filter(({ hidden }) => !hidden)
      .map(({ id }) => id)
      .slice(0, 2)
  const outer = largest(undefined)
  const pairs = [outer, outer.length === 0 ? [] : largest(outer[0])].filter((pair) => pair.length === 2)
  return (
    <>
      {pairs.map(([a, b]) => (
        <Proposal key={a} {...props} field="theme" a={a} b={b} />
      ))}
    </>
  )
}

function Proposal({ address, described, field, a, b }: OfField & { readonly a: string; readonly b: string }) {
  const { label } = useCatalogue()
  const [first, second] = [a, b].map((value) => conditionInWords({ field, values: [value] }, described.fields, label))
  return (
    <li>
      <a href={changed(address, { [`a.${field}`]: a, [`b.${field}`]: b })}>
        {first} <span class="muted">and</span> {second}
      </a>
    </li>
  )
}
