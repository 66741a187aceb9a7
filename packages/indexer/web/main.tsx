import { render } from 'preact'
import { App } from './collection-page.js'
import { takeToken } from './data/api.js'
import '@leitmotif/plot/style/base.css'
import './style/shell.css'
import '@leitmotif/plot/style/controls.css'
import './style/parts.css'
import './style/views.css'
import '@leitmotif/plot/style/plot.css'
import '@leitmotif/plot/style/events.css'

takeToken()
render(<App />, document.getElementById('page')!)
