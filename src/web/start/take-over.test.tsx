import { act, cleanup, screen } from '@testing-library/react'
import { useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { handOverLater } from './take-over.ts'

function Page({ onGo = () => {} }: { onGo?: (email: string) => void }) {
  const [email, setEmail] = useState('')
  const [way, setWay] = useState('password')
  return (
    <form>
      <label>
        Email
        <input name="email" type="text" value={email} onChange={(event) => setEmail(event.target.value)} />
      </label>
      {['password', 'code'].map((each) => (
        <label key={each}>
          {each}
          <input type="radio" name="way" value={each} checked={way === each} onChange={() => setWay(each)} />
        </label>
      ))}
      <button type="button">Show</button>
      <button type="button" onClick={() => onGo(email)}>
        Go
      </button>
    </form>
  )
}

let container: HTMLElement
let root: Root | undefined

beforeEach(() => {
  container = document.createElement('div')
  document.body.append(container)
  container.innerHTML = `<script></script>${renderToString(<Page />)}`
})
afterEach(async () => {
  await act(async () => root?.unmount())
  root = undefined
  delete window.crewFirstTaps
  container.remove()
  cleanup()
})

async function start(page = <Page />) {
  await act(async () => {
    root = createRoot(container)
    root.render(page)
  })
}

const email = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' })

test('what was typed, until the very moment, stands in the page that works, which knows of it', async () => {
  email().value = 'ros'
  handOverLater(container)
  const drawn = email()
  drawn.focus()
  drawn.value = 'rosa@example.test'
  drawn.setSelectionRange(4, 4)
  await start()
  expect(email()).not.toBe(drawn)
  expect(email().value).toBe('rosa@example.test')
  expect(document.activeElement).toBe(email())
  expect(email().selectionStart).toBe(4)
})

test('what was tapped is tapped there, in the same order, after what was typed', async () => {
  const went: string[] = []
  handOverLater(container)
  email().value = 'rosa'
  let isStopped = false
  window.crewFirstTaps = {
    elements: [screen.getByRole('radio', { name: 'code' }), screen.getByRole('button', { name: 'Go' })],
    stop: () => (isStopped = true),
  }
  await start(<Page onGo={(typed) => went.push(typed)} />)
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'code' }).checked).toBe(true)
  expect(went).toEqual(['rosa'])
  expect(isStopped).toBe(true)
})

test('where nothing was touched nothing is, and a field that was left has no focus', async () => {
  handOverLater(container)
  email().focus()
  email().blur()
  await new Promise((resolve) => setTimeout(resolve))
  const went: string[] = []
  await start(<Page onGo={(typed) => went.push(typed)} />)
  expect(email().value).toBe('')
  expect(went).toEqual([])
  expect(document.activeElement).toBe(document.body)
})

test('a button that the other page has not is not tapped', async () => {
  const gone = document.createElement('button')
  gone.textContent = 'Use a passkey'
  container.firstElementChild?.append(gone)
  handOverLater(container)
  window.crewFirstTaps = { elements: [gone], stop: () => {} }
  const went: string[] = []
  await start(<Page onGo={(typed) => went.push(typed)} />)
  expect(went).toEqual([])
})
