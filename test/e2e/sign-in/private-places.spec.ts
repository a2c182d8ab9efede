import { createHmac } from 'node:crypto'
import type { AnswerOf } from '#contract/endpoints/index.ts'
import { notePlaces } from '#server/analysis/private-places/store.ts'
import { expect, type Page, test } from '../fixtures.ts'
import { addReadyVideo } from '../ready-videos.ts'
import { serverDatabase } from '../server-database.ts'
import { base, lookAt, signUp, userIdOf } from '../support.ts'

const listed = async (page: Page): Promise<AnswerOf<'privatePlaces'>> =>
  (await page.request.get(`${base()}/api/profile/private-places`)).json()

/** Gives a rider an analyzed ride with the places of its ends, which ready videos come without. */
async function addRide(page: Page, title: string): Promise<void> {
  const userId = await userIdOf(page)
  await addReadyVideo('long', userId, title)
  const [ride] = (await listed(page)).rides
  const points = ride?.track.flat() ?? []
  const ends = [points[0]!, points.at(-1)!].map(([latitude, longitude]) => ({ latitude, longitude }))
  const sign = (purpose: string, text: string) =>
    createHmac('sha256', purpose).update(text).digest('base64url')
  await serverDatabase()
    .transaction()
    .execute(tx => notePlaces(tx, { sign }, { userId, ends, at: new Date() }))
}

const parts = (page: Page) => {
  const section = page.getByRole('region', { name: 'Private places' })
  return {
    section,
    map: section.getByRole('application', { name: 'Map of your private places' }),
    places: section.getByRole('list', { name: 'Your places' }).getByRole('listitem'),
    crosshair: section.getByRole('status'),
    dialog: page.getByRole('dialog'),
  }
}

const open = async (page: Page) => {
  await page.goto(`${base()}/settings`)
  await page.getByRole('heading', { name: 'Private places' }).scrollIntoViewIfNeeded()
}

test('a rider without rides reads how to get places, and retries when they fail to load', async ({
  page,
}) => {
  await signUp(page, 'no.places@trailcut.example')
  let down = true
  await page.route('**/api/profile/private-places', route =>
    down ? route.fulfill({ status: 503, body: '' }) : route.fallback(),
  )
  await open(page)
  await expect(page.getByText("We couldn't load your private places")).toBeVisible()
  down = false
  await parts(page).section.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'No rides on the map yet' })).toBeVisible()
  await lookAt(page, 'private-places-none')
})

test('a rider adds a place on the map of their rides, with pointer and keys, and removes it', async ({
  page,
}) => {
  await signUp(page, 'places@trailcut.example')
  await addRide(page, 'Home loop')
  const ends = (await listed(page)).places.length
  expect(ends).toBeGreaterThan(0)
  await open(page)
  const { section, map, places, crosshair, dialog } = parts(page)
  await expect(places).toHaveCount(ends)
  await expect(places.first()).toContainText('Start or end of “Home loop”')

  // A spot that is private already is refused with the reason.
  await places.first().getByRole('button', { name: 'Show place 1 on the map' }).click()
  await expect(crosshair).toContainText('inside the circle of place')
  const start = (await listed(page)).places[0]!
  await page.route('**/api/profile/private-places', route =>
    route.request().method() === 'POST'
      ? route.continue({ postData: { latitude: start.latitude, longitude: start.longitude } })
      : route.fallback(),
  )
  await section.getByRole('button', { name: 'Add a place here' }).click()
  await dialog.getByRole('button', { name: 'Add place' }).click()
  await expect(dialog.getByRole('alert')).toContainText('This place is already private.')
  await page.unroute('**/api/profile/private-places')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  // Far out, a corner of the map is outside of every circle.
  for (let i = 0; i < 3; i++) await section.getByRole('button', { name: 'Zoom out' }).click()
  await map.click({ position: { x: 60, y: 60 } })
  await expect(crosshair).not.toContainText('inside')
  const tapped = await crosshair.textContent()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(crosshair).not.toHaveText(tapped ?? '')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading', { name: 'Make this spot private?' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Add place' }).click()
  await expect(page.getByText('Place added', { exact: true })).toBeVisible()
  await expect(places).toHaveCount(ends + 1)
  await expect(places.last()).toContainText('Added by you')
  await section.getByRole('button', { name: 'Reset view' }).click()
  await lookAt(page, 'private-places', map)

  // Without the switch, only the place that the rider added stays hidden.
  const homeZone = page.getByRole('switch', { name: 'Hide where my rides start and end' })
  await homeZone.click()
  await expect(places.first()).toContainText('Not hidden now')
  await expect(places.last()).not.toContainText('Not hidden now')

  await places
    .last()
    .getByRole('button', { name: `Remove place ${ends + 1}` })
    .click()
  await lookAt(page, 'private-places-remove', dialog)
  await dialog.getByRole('button', { name: 'Remove place' }).click()
  await expect(page.getByText('Place removed', { exact: true })).toBeVisible()
  await expect(places).toHaveCount(ends)
  await expect(section.getByRole('heading', { name: 'Your places' })).toBeFocused()
})
