import { expect, it } from 'vitest'
import { allowsOrigin, hostNames, isLoopback, isOrigin } from './request-checks.js'

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

it('Pages of an origin that is named may ask, those of a name like it may not', () => {
  const allowed = ['https://notes.example', 'https://*.hosts.example', 'http://127.0.0.1:8080', 'http://[::1]:3000']
  for (const origin of [
    'https://notes.example',
    'https://a-1.hosts.example',
    'http://127.0.0.1:8080',
    'http://[::1]:3000'
  ]) {
    expect(allowsOrigin(allowed, origin), origin).toBe(true)
  }
  for (const origin of [
    'http://notes.example',
    'https://notes.example.evil.example',
    'https://evil-notes.example',
    'https://a.notes.example',
    'https://notes.example:8443',
    'https://hosts.example',
    'https://a.b.hosts.example',
    'https://evil.example/.hosts.example',
    'https://*.hosts.example.evil.example',
    'http://127.0.0.1:80801',
    'null',
    ''
  ]) {
    expect(allowsOrigin(allowed, origin), origin).toBe(false)
  }
  expect(allowed.every(isOrigin)).toBe(true)
  for (const other of [
    '*',
    'https://*',
    'notes.example',
    'https://notes.example/',
    'https://a.*.example',
    'https://*.example',
    'https://*.com:8443',
    'https://*.*.notes.example',
    'https://notes.example:443',
    'http://notes.example:80',
    'https://notes.example:0443',
    'https://notes.example:99999',
    'https://Notes.example',
    'https://user@notes.example',
    'ftp://notes.example',
    'null',
    ''
  ]) {
    expect(isOrigin(other), other).toBe(false)
  }
})
