import { expect, test } from 'vitest'
import { json } from '#server/core/db/json.ts'
import { standardWording } from '#server/core/sentences.ts'
import { ownTitle, presentVideo, unsafeFind, type VideoRow } from '#server/videos/index.ts'
import { testDatabase } from '#test/harness/database.ts'
import { makeCreator } from '#test/harness/money.ts'
import { analysisResult, makeVideo } from '#test/harness/review.ts'
import { enhanceMetadata, keepTitle, showGeneratedTitle, undoEnhance } from './enhance-metadata.ts'
import { setGenerated } from './video-store.ts'

/** A video whose file is GX010042.MP4, and what an analysis that names it does. */
async function videoCalled(title: string) {
  const { db } = await testDatabase()
  const { id } = await makeVideo(db, await makeCreator(db), { title })
  await db.updateTable('videos').set({ file_name: 'GX010042.MP4' }).where('id', '=', id).execute()
  const now = async () => (await unsafeFind(db, id)) as VideoRow
  const shown = async () => {
    const { title: known, replacedTitle } = presentVideo(await now(), standardWording)
    return [known, replacedTitle]
  }
  const analyze = async (generated: string) => {
    const before = await now()
    const metric = { ...analysisResult().texts, title: generated, description: 'At 87 km/h.', tags: ['mud'] }
    const imperial = { ...metric, title: `${generated}, 54 mph`, description: 'At 54 mph.' }
    await db.transaction().execute(async tx => {
      await setGenerated(tx, id, metric)
      await tx
        .updateTable('analysis_runs')
        .set({ result: json({ ...analysisResult(), texts: metric }), imperial_texts: json(imperial) })
        .where('video_id', '=', id)
        .execute()
      await showGeneratedTitle(tx, before, generated)
    })
  }
  return { deps: { db }, now, shown, analyze }
}

test("the generated title is shown in the place of the file's name, and follows the analysis", async () => {
  const { shown, analyze } = await videoCalled('GX010042')
  await analyze('Mud ride: 2 jumps')
  expect(await shown()).toEqual(['Mud ride: 2 jumps', 'GX010042'])
  await analyze('Mud ride: 3 jumps')
  expect(await shown()).toEqual(['Mud ride: 3 jumps', 'GX010042'])
})

test('a title that the rider wrote stays', async () => {
  const { shown, analyze } = await videoCalled('Moab')
  await analyze('Moab: 2 jumps')
  expect(await shown()).toEqual(['Moab', null])
})

test('kept, it is the title of the rider, whatever a later analysis writes', async () => {
  const { deps, now, shown, analyze } = await videoCalled('GX010042')
  await analyze('Mud ride: 2 jumps')
  await keepTitle(deps, await now())
  expect(await shown()).toEqual(['Mud ride: 2 jumps', null])
  await analyze('Mud ride: 3 jumps')
  expect(await shown()).toEqual(['Mud ride: 2 jumps', null])
})

test("undone, the file's name stays, and what else the rider changed meanwhile", async () => {
  const { deps, now, shown, analyze } = await videoCalled('GX010042')
  await analyze('Mud ride: 2 jumps')
  const { id } = await now()
  await deps.db.updateTable('videos').set({ description: 'With Lee.' }).where('id', '=', id).execute()
  await undoEnhance(deps, await now())
  expect(await shown()).toEqual(['GX010042', null])
  expect(await now()).toMatchObject({ description: 'With Lee.' })
  await analyze('Mud ride: 3 jumps')
  expect(await shown()).toEqual(['GX010042', null])
  await expect(undoEnhance(deps, await now())).rejects.toMatchObject({ code: 'conflict' })
})

test("all generated texts are applied in the reader's units, and later still bring back the file's name", async () => {
  const { deps, now, analyze } = await videoCalled('GX010042')
  await analyze('Mud ride: 2 jumps')
  await enhanceMetadata(deps, await now(), { units: 'metric' })
  expect(await now()).toMatchObject({ title: 'Mud ride: 2 jumps', description: 'At 87 km/h.', tags: ['mud'] })
  await enhanceMetadata(deps, await now(), { units: 'imperial' })
  expect(await now()).toMatchObject({ title: 'Mud ride: 2 jumps, 54 mph', description: 'At 54 mph.' })
  expect(ownTitle(await now())).toBe('GX010042')
  await undoEnhance(deps, await now())
  expect(await now()).toMatchObject({ title: 'GX010042', description: '', tags: [] })
})
