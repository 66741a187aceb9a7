import { render } from 'preact'
import { App } from './app.js'
import { takeToken } from './api.js'
import './style/base.css'
import './style/shell.css'
import './style/parts.css'
import './style/views.css'
import './style/map.css'

takeToken()
render(<App />, document.getElementById('page')!)
