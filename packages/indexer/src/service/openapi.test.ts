import { Registry } from 'prom-client'
import { describe, expect, it } from 'vitest'
import { describeRoutes } from './openapi.js'
import { referencePage } from './reference-page.js'
import { allRoutes } from './routes.js'

const routes = allRoutes(new Registry(), '1.2.3', true)
const described = describeRoutes(routes, '1.2.3', true)
const text = JSON.stringify(described)

describe('The OpenAPI document', () => {
  it('has every route once, with what it is for, what it takes and what it can end in', () => {
    const keys = routes.map(({ method, path }) => `${method} ${path}`)
    expect(new Set(keys).size).toBe(keys.length)
    for (const { method, path, body } of routes) {
      const item = described.paths?.[path.replace(/:(\w+)/g, '{$1}')]?.[method]
      expect(item?.summary).toMatch(/^[A-Z].*[^.]$/)
      expect(Object.keys(item?.responses ?? {})).toContain('400')
      expect(item?.requestBody === undefined).toBe(body === undefined)
    }
  })

  it('refers only to schemas that it has', () => {
    const named = Object.keys(described.components?.schemas ?? {})
    for (const [, name] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) expect(named).toContain(name)
  })

  it('wants the token of every endpoint but those that every page needs', () => {
    const open = routes.filter((route) => route.open === true).map(({ path }) => path)
    expect(open).toEqual(['/api/health', '/api/ready', '/api/openapi.json', '/api/', '/api/reference.css'])
    expect(described.paths?.['/api/health']?.get?.security).toEqual([])
    expect(described.security).toEqual([{ token: [] }])
  })
})

it('The reference page names every endpoint and schema, and escapes what could be markup', () => {
  const page = referencePage({ ...described, info: { title: '<b>&"', version: '1' } })
  expect(page).toContain('&#60;b&#62;&#38;&#34;')
  for (const name of Object.keys(described.components?.schemas ?? {})) expect(page).toContain(`id="schema-${name}"`)
  expect(page).not.toMatch(/undefined|\[object Object\]/)
})
