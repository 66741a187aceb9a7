import { keepToken } from '../data/api.js'
import { useCatalogue } from '../data/catalogue.js'

/** Asks for the token of the service. */
export function TokenForm() {
  const { refresh } = useCatalogue()
  return (
    <section class="state">
      <h1 tabIndex={-1}>This service requires a token</h1>
      <p>Ask the person who started the service. The token is stored until you close this tab.</p>
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
