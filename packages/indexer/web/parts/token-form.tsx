import { keepToken } from '../data/api.js'
import { useCatalogue } from '../data/catalogue.js'

/** Asks for the token that a service beyond this machine wants. */
export function TokenForm() {
  const { refresh } = useCatalogue()
  return (
    <section class="state">
      <h1 tabIndex={-1}>This service wants a token</h1>
      <p>Whoever started it has the token. It is kept until this tab is closed.</p>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault()
          const token = new FormData(event.currentTarget).get('token')
          if (typeof token === 'string' && token.trim() !== '') {
            keepToken(token.trim())
            refresh()
          }
        }}
      >
        <label class="field">
          <span>Token</span>
          <input name="token" type="password" autocomplete="off" required />
        </label>
        <button class="button primary">Enter</button>
      </form>
    </section>
  )
}
