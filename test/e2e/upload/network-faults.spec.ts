import { expect, test } from '../fixtures.ts'
import { base, expectSound, lookAt } from '../support.ts'
import {
  attempts,
  begin,
  expectFailure,
  expectWhole,
  megabyte,
  setFaults,
  touchFile,
  watchParts,
} from './network-support.ts'

const faults = setFaults('faults.rider@trailcut.example')

for (const [status, message] of [
  [408, 'Upload timeout. Please try again with a smaller file or better connection.'],
  [429, 'Too many upload attempts. Please wait a moment and try again.'],
] as const)
  test(`an upload interrupted by ${status} shows its message and resumes where it stopped`, async () => {
    const { page } = faults
    let broken = true
    const parts = await watchParts(page, (part, route) =>
      part > 1 && broken ? route.fulfill({ status, body: '' }) : null,
    )
    await begin(page, base(), `Fault ${status}`)
    await expectFailure(page, message)
    expect(parts).toHaveLength(2)
    await expect(page.getByLabel('Title')).toHaveValue(`Fault ${status}`)
    broken = false
    await page.getByRole('button', { name: 'Resume' }).click()
    await expectWhole(page, base(), `Fault ${status}`)
    expect(parts[2]?.offset).toBe(8 * megabyte)
  })

test('a 413 during an upload shows the size limit and offers another file', async () => {
  const { page } = faults
  await watchParts(page, (part, route) => (part > 1 ? route.fulfill({ status: 413, body: '' }) : null))
  await begin(page, base(), 'Fault 413')
  await expectFailure(page, 'File is too large (13MB). Please reduce file size to under 500MB and try again.')
  await expect(page.getByRole('button', { name: 'Resume' })).toHaveCount(0)
  await expectSound(page, 'upload refused')
  await page.getByRole('button', { name: 'Choose another file' }).click()
  await expect(page.getByText('Drop your ride here')).toBeVisible()
})

test('after two 500s, the upload retries in one and two seconds without a message', async () => {
  const { page } = faults
  const parts = await watchParts(page, (part, route) =>
    part === 2 || part === 3 ? route.fulfill({ status: 500, body: '' }) : null,
  )
  await begin(page, base(), 'Fault 500')
  await expectWhole(page, base(), 'Fault 500')
  const [, second, third, fourth] = parts
  expect([second?.offset, third?.offset, fourth?.offset]).toEqual(Array(3).fill(8 * megabyte))
  expect((third?.at ?? 0) - (second?.at ?? 0)).toBeGreaterThanOrEqual(1000)
  expect((fourth?.at ?? 0) - (third?.at ?? 0)).toBeGreaterThanOrEqual(2000)
})

test('after three 500s, the upload shows the status and is kept', async () => {
  const { page } = faults
  let broken = true
  const parts = await watchParts(page, (part, route) =>
    part > 1 && broken ? route.fulfill({ status: 500, body: '' }) : null,
  )
  await begin(page, base(), 'Fault 500 thrice')
  await expectFailure(page, 'Upload failed with status 500')
  expect(parts).toHaveLength(4)
  broken = false
  await page.getByRole('button', { name: 'Resume' }).click()
  await expectWhole(page, base(), 'Fault 500 thrice')
})

test('a file changed after it was chosen shows a different message from a lost connection', async () => {
  const { page } = faults
  await watchParts(page, part => {
    if (part === 1) touchFile()
    return null
  })
  await begin(page, base(), 'Fault of the file')
  await expectFailure(page, 'Your browser can no longer read this file.')
  await expect(page.getByText('It was moved, changed or unplugged after you chose it.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Resume' })).toHaveCount(0)
  await lookAt(page, 'upload-file-changed', page.getByRole('alert'))
  await page.getByRole('button', { name: 'Choose another file' }).click()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await begin(page, base(), 'Fault of the file, again')
  await expectWhole(page, base(), 'Fault of the file, again')
})

test('a blocked video host shows a different message from a lost connection', async () => {
  const { page } = faults
  // The page's content security policy doesn't list this origin, so the browser refuses to send.
  await page.route('**/api/videos/upload-url', async route => {
    const answer = await route.fetch()
    const body = await answer.json()
    const elsewhere = new URL(body.uploadUrl, base())
    elsewhere.hostname = 'localhost'
    await route.fulfill({ response: answer, json: { ...body, uploadUrl: elsewhere.href } })
  })
  await begin(page, base(), 'Fault CORS')
  await expectFailure(page, attempts)
  await expect(page.getByText(/^Your browser couldn't send the file to the video host\./)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible()
})
