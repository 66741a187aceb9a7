import { themeAddress } from '../data/address.js'
import { useCatalogue } from '../data/catalogue.js'

/** A link to a theme with its colour and name. */
export function ThemeLink({ id, label }: { readonly id: string; readonly label?: string }) {
  const { colour, label: labelOf } = useCatalogue()
  return (
    <a class={`theme ${colour(id)}`} href={themeAddress(id)}>
      <span class="dot" aria-hidden="true" />
      {label ?? labelOf(id)}
    </a>
  )
}
