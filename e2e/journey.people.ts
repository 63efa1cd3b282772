/** What people do in the journeys, step by step on the screens. */
import type { Page } from 'playwright-core'
import sharp from 'sharp'

export const PASSWORD = 'seventeen quiet herons'

type Newcomer = { readonly name: string; readonly email: string }

export async function registerCustomer(
  page: Page,
  { name, email }: Newcomer,
  from = '/get-started',
): Promise<void> {
  await page.goto(from)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await fillPerson(page, { name, email })
  await page.getByRole('button', { name: 'Create the account' }).click()
  await page.getByRole('heading', { name: `Welcome, ${name.split(' ')[0]}` }).waitFor()
}

export async function registerCrew(page: Page, { name, email }: Newcomer, address: string): Promise<void> {
  await page.goto('/get-started')
  await page.getByRole('link', { name: 'Join as crew' }).click()
  await fillPerson(page, { name, email })
  await page.getByRole('button', { name: 'Continue' }).click()
  await chooseAddress(page, /Your base/, address)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('checkbox', { name: 'Bins to the curb and back' }).check()
  await page.getByRole('checkbox', { name: 'Recycling pickup' }).check()
  await page.getByRole('button', { name: 'Join', exact: true }).click()
  await page.getByRole('heading', { name: `Welcome, ${name.split(' ')[0]}` }).waitFor()
}

export async function addProperty(page: Page, name: string, address: string): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: 'Add property' }).click()
  const dialog = page.getByRole('dialog')
  await chooseAddress(page, 'Address', address)
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel(/Access notes/).fill('The bins stand behind the green gate.')
  await dialog.getByRole('button', { name: 'Add property' }).click()
  await page.getByText(`${name} is added.`).waitFor()
}

/** Sends the file, says that the group stands in `groupColumn`, and waits for the end. */
export async function importProperties(
  page: Page,
  file: { name: string; content: Buffer },
  groupColumn: string,
): Promise<void> {
  await page.goto('/import-properties')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: file.name, mimeType: 'text/csv', buffer: file.content })
  await page.getByText('Which column is what?').waitFor()
  const group = page.getByLabel(/^Group/)
  const option = group.locator('option', { hasText: groupColumn })
  await group.selectOption(await option.first().getAttribute('value'))
  await page.getByRole('button', { name: /^Import [\d,]+ rows$/ }).click()
  await page.getByText('The import is done').waitFor({ timeout: 60_000 })
}

export async function saveCard(page: Page, number: string): Promise<void> {
  await page.goto('/add-card')
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expires').fill('12/30')
  await page.getByLabel('Security code').fill('123')
  await page.getByRole('button', { name: 'Save the card' }).click()
  await page
    .getByText(/ending in \d{4}|The card is saved/)
    .first()
    .waitFor()
}

type Order = { readonly where: RegExp; readonly service: string; readonly weekday: string }

/** Answers what the last button promised: the price of a week. */
export async function bookWeekly(page: Page, { where, service, weekday }: Order): Promise<string> {
  await page.goto('/')
  await page.getByRole('link', { name: 'Book a service' }).first().click()
  await page.getByRole('button', { name: where }).first().click()
  await page.getByRole('button', { name: new RegExp(service) }).click()
  await page.getByRole('checkbox', { name: weekday }).check()
  await page.getByRole('button', { name: 'See the price' }).click()
  await page.getByText('The exact price').waitFor()
  const submit = page.getByRole('button', { name: /^Book for / })
  const promised = (await submit.textContent())!.replace(/^Book for | a week$/g, '')
  await submit.click()
  await page.getByRole('heading', { name: 'Booked' }).waitFor()
  return promised
}

export async function connectPayoutAccount(page: Page, legalName: string): Promise<void> {
  await page.goto('/stripe-connect')
  await page.getByRole('button', { name: 'Connect an account' }).click()
  await page.getByLabel('Legal name').fill(legalName)
  await page.getByLabel('Routing number').fill('110000000')
  await page.getByLabel('Account number').fill('000123456789')
  await page.getByRole('button', { name: 'Finish' }).click()
  await page.getByText('Ready').waitFor()
}

/** Start, photo, done: until the day has no open stop. Answers how many were done. */
export async function workThroughTheDay(page: Page): Promise<number> {
  await page.goto('/')
  await page.getByText('Next stop').first().waitFor()
  let done = 0
  while (!(await page.getByText('All done for today').isVisible())) {
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await page.getByRole('button', { name: 'Take a photo' }).waitFor()
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'proof.jpg', mimeType: 'image/jpeg', buffer: await proofPhoto(done) })
    await page.getByText(/photos? safe/).waitFor()
    await page.getByRole('button', { name: 'Done', exact: true }).click()
    done += 1
    await page.getByText(new RegExp(`^${done} of \\d+ done$`)).waitFor()
  }
  return done
}

/** A picture unlike the one before it. */
function proofPhoto(index: number): Promise<Buffer> {
  const green = 90 + ((index * 37) % 120)
  return sharp({ create: { width: 640, height: 480, channels: 3, background: { r: 60, g: green, b: 80 } } })
    .jpeg()
    .toBuffer()
}

async function fillPerson(page: Page, { name, email }: Newcomer): Promise<void> {
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Mobile phone').fill(`303 555 01${String(name.length).padStart(2, '0')}`)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
}

async function chooseAddress(page: Page, label: string | RegExp, address: string): Promise<void> {
  await page.getByRole('searchbox', { name: label }).fill(address)
  await page.getByRole('list', { name: 'Addresses found' }).getByRole('button').first().click()
}
