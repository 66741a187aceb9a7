import { expect, it } from 'vitest'
import { hostNames, isLoopback } from './access.js'

it.each(['localhost', 'LOCALHOST', '127.0.0.1', '127.1.2.3', '::1', '[::1]'])('%s is this machine alone', (host) => {
  expect(isLoopback(host)).toBe(true)
})

it.each(['0.0.0.0', '::', '192.168.1.5', 'localhost.example', '127.0.0.1.example', ''])('%s is not', (host) => {
  expect(isLoopback(host)).toBe(false)
})

it('A service answers to its own names and those that it is told, whatever their case', () => {
  const names = hostNames('0.0.0.0', ['Themes.Example'])
  for (const name of ['localhost', '127.0.0.1', '::1', 'themes.example']) expect(names.has(name)).toBe(true)
  expect(names.has('example')).toBe(false)
  expect(hostNames('192.168.1.5', []).has('192.168.1.5')).toBe(true)
})
