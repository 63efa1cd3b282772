import { describe, expect, test } from 'vitest'
import { keepable, outdatedCaches, planFor, readPush } from './worker-rules.ts'

const ORIGIN = 'https://crew.example'
const get = { method: 'GET', mode: 'cors', hasRange: false }

describe('the service worker', () => {
  test.each([
    ['/jobs?week=2', { mode: 'navigate' }, 'page'],
    ['/', { mode: 'navigate' }, 'page'],
    ['/assets/entry-abc.js', {}, 'asset'],
    ['/icon.svg', {}, 'file'],
    ['/offline.css', {}, 'file'],
    ['/manifest.webmanifest', { mode: 'navigate' }, 'file'],
    ['/images/w_320/x?sig=1', { mode: 'no-cors' }, 'picture'],
    ['/hospitable-redirect', { mode: 'navigate' }, 'page'],
    ['/hospitable-redirect?answer=allowed', { mode: 'navigate' }, 'page'],
    // Never touched:
    ['/hospitable-redirect?code=SECRET&state=S', { mode: 'navigate' }, 'network'],
    ['/hospitable-redirect?error=access_denied', { mode: 'navigate' }, 'network'],
    ['/api/user?fields=*', {}, 'network'],
    ['/api/docs', { mode: 'navigate' }, 'network'],
    ['/builds/latest.json', {}, 'network'],
    ['/builds/meta/abc.json', {}, 'network'],
    ['/sw.js', {}, 'network'],
    ['/assets/film.mp4', { hasRange: true }, 'network'],
    ['/jobs', { method: 'POST', mode: 'navigate' }, 'network'],
    ['https://connect.facebook.net/en_US/fbevents.js', {}, 'network'],
    ['https://crew.example.evil.example/assets/x.js', {}, 'network'],
  ] as const)('seed §1: answers %s with %j by the plan %s', (path, more, plan) => {
    expect(planFor({ ...get, ...more, url: new URL(path, ORIGIN).href }, ORIGIN)).toBe(plan)
  })

  test.each([
    [['crew-shell-a'], 'crew-shell-a', [], []],
    [['crew-shell-a', 'crew-shell-b'], 'crew-shell-b', [], []],
    [['crew-shell-a', 'crew-shell-b', 'crew-shell-c'], 'crew-shell-c', [], ['crew-shell-a']],
    // Back to an older build: it and the latest of the others stay.
    [['crew-shell-a', 'crew-shell-b', 'crew-shell-c'], 'crew-shell-a', [], ['crew-shell-b']],
    [['other', 'crew-shell-a', 'crew-shell-b'], 'crew-shell-c', [], ['crew-shell-a']],
    // One that was fetched by half is no build to fall back to.
    [['crew-shell-a', 'crew-shell-b', 'crew-shell-c'], 'crew-shell-c', ['crew-shell-b'], ['crew-shell-b']],
    [['crew-shell-a', 'crew-shell-b'], 'crew-shell-b', ['crew-shell-a'], ['crew-shell-a']],
  ])(
    'of the caches %j the build %s, with %j fetched by half, lets go of %j',
    (names, own, half, outdated) => {
      const whole = names.filter((name) => !half.includes(name))
      expect(outdatedCaches(names, { own, whole })).toEqual(outdated)
    },
  )

  test('keeps only assets of ours when a page asks', () => {
    const mine = `${ORIGIN}/assets/home-abc.js`
    expect(
      keepable({ keep: [mine, `${ORIGIN}/api/user`, 'https://evil.example/assets/x', 7] }, ORIGIN),
    ).toEqual([mine])
    for (const data of [null, 'keep', { keep: mine }, {}, undefined])
      expect(keepable(data, ORIGIN)).toEqual([])
  })

  test.each([
    ['{"title":"A","text":"B","url":"/jobs?x=1"}', { title: 'A', text: 'B', url: '/jobs?x=1' }],
    ['{"title":"A","text":"B"}', { title: 'A', text: 'B', url: '/' }],
    ['{"title":"A","text":"B","url":"https://evil.example/x"}', { title: 'A', text: 'B', url: '/' }],
    ['{"title":"A","text":"B","url":"//evil.example/x"}', { title: 'A', text: 'B', url: '/' }],
    ['{"title":"A","text":"B","url":"javascript:alert(1)"}', { title: 'A', text: 'B', url: '/' }],
    ['{"title":"A"}', null],
    ['null', null],
    ['not json', null],
    ['', null],
  ])('reads the push %s as %j', (sent, notice) => {
    expect(readPush(sent, ORIGIN)).toEqual(notice)
  })
})
