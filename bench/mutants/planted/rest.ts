import type { Bug } from './bug.ts'

/** Sessions, imports, notices, backups and the shell of the pages. */
export const OTHER_BUGS: readonly Bug[] = [
  {
    bug: 'a session that nobody uses never ends',
    file: 'src/server/http/session.ts',
    from: ' || row.last_seen_at + IDLE_DAYS * DAY_MS <= now',
    to: '',
    test: [
      'src/server/users/users.test.ts',
      'a session ends 30 days after it began, however busy, and after 14 idle days',
    ],
  },
  {
    bug: 'a reference that comes again beyond row 1,000 writes over the first',
    file: 'src/server/imports/property-queries.ts',
    from: 'coalesce(property.last_import_id = ${batch.importId}::uuid, false) as is_repeated',
    to: '(${batch.importId}::uuid is null) as is_repeated',
    test: [
      'src/server/imports/far-rows.test.ts',
      'a reference that comes again in a later batch is refused, and the first row stays',
    ],
  },
  {
    bug: 'an address that is looked up outside of the market is taken',
    file: 'src/server/imports/read-batch.ts',
    from: 'const isOutside = area !== null && !isInArea(area, place)',
    to: 'const isOutside = area !== null && !isInArea(area, place) && place.lat > 90',
    test: ['src/server/imports/far-rows.test.ts', 'an address that leads outside of the market is refused'],
  },
  {
    bug: 'a cell that begins with a tab or a carriage return runs as a formula',
    file: 'src/server/http/csv.ts',
    from: '/^[=+\\-@\\t\\r]/',
    to: '/^[=+\\-@]/',
    test: ['src/server/http/csv.test.ts', 'tests, threats I5: %j is written as %j'],
  },
  {
    bug: 'a notice that has expired is sent late',
    file: 'src/server/notices/deliver-notice.ts',
    from: 'until: notice.until }',
    to: 'until: null }',
    test: [
      'src/server/notices/notify.test.ts',
      'a notice whose sending is late is not sent once it has expired',
    ],
  },
  {
    bug: 'reminders of what no longer comes are counted as unread',
    file: 'src/server/notices/queries.ts',
    from: ".where(isActive)\n    .select((the) => the.fn.countAll<number>().as('count'))",
    to: ".select((the) => the.fn.countAll<number>().as('count'))",
    test: [
      'src/server/notices/remind-of-visits.test.ts',
      'that is %s between notifying and sending: the mail stays, the list forgets',
    ],
  },
  {
    bug: 'a table that is empty in the tests is left out of the backup',
    file: 'src/server/db/backup.ts',
    from: 'const tables = await readTables(client)\n  const files',
    to: "const tables = (await readTables(client)).filter(({ name }) => name !== 'time_off')\n  const files",
    test: [
      'src/server/db/backup.test.ts',
      'every table there is stands in the backup and comes back, with rows or without',
    ],
  },
  {
    bug: 'a page reloads over a typed draft',
    file: 'src/web/builds/build-check.ts',
    from: 'hasNewBuild && !hasUnsentDrafts() && ',
    to: 'hasNewBuild && ',
    test: [
      'src/web/builds/build-check.test.ts',
      'field 41: a form with unsent words holds the reload until it is sent or left',
    ],
  },
  {
    bug: 'a part that cannot be loaded reloads the page over a typed draft',
    file: 'src/web/builds/chunk-reload.ts',
    from: 'if (hasUnsentDrafts()) return false',
    to: '',
    test: [
      'src/web/builds/chunk-reload.test.ts',
      'field 41: what was typed is never loaded away for a part that does not come',
    ],
  },
  {
    bug: '`?code` of a sign-in elsewhere is told to others',
    file: 'src/web/arrival/quiet-pages.ts',
    from: "'hospitableRedirect',",
    to: '',
    test: ['src/web/arrival/pixel.test.ts', '§1 pixel: %s%s%s is announced as %s'],
  },
  {
    bug: '`?code` of a sign-in elsewhere is kept in the address that leads back',
    file: 'src/web/session/access.ts',
    from: 'target.pathname + (clean ?? target.search)',
    to: 'target.pathname + target.search',
    test: [
      'src/web/session/access.test.ts',
      'a secret that was sent along is left behind, before and after signing in',
    ],
  },
  {
    bug: 'what was read for the person before is shown to whoever signs in next: what is not on the page',
    file: 'src/web/session/enter.ts',
    from: "client.removeQueries({ type: 'inactive', predicate: isPersonal })",
    to: '',
    test: ['src/web/shell/enter.test.tsx', 'whoever signs in finds nothing that was read for somebody else'],
  },
  {
    bug: 'what was read for the person before is shown to whoever signs in next: what is on the page',
    file: 'src/web/session/enter.ts',
    from: "client.resetQueries({ type: 'active', predicate: isPersonal })",
    to: 'Promise.resolve()',
    test: ['src/web/shell/enter.test.tsx', 'whoever signs in finds nothing that was read for somebody else'],
  },
  {
    bug: 'a session that ends leaves what was read',
    file: 'src/web/session/failures.ts',
    from: 'forgetPerson(client)\n  const',
    to: 'const',
    test: [
      'src/web/shell/root.test.tsx',
      'a session that has ended leads to sign in and forgets what was seen',
    ],
  },
  {
    bug: 'pages of operators are drawn without a session',
    file: 'src/web/session/access.ts',
    from: 'if (hasAuthCookie || isPublicPath(target.pathname))',
    to: "if (hasAuthCookie || isPublicPath(target.pathname) || target.pathname.startsWith('/operator'))",
    test: [
      'src/web/shell/root.test.tsx',
      '§6 other paths: an operator’s page, known or not, sends strangers to sign in',
    ],
  },
]
