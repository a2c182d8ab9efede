export const texts = {
  cancel: 'Cancel',
  noConnection: "Couldn't reach the server. Please try again.",
  edit: {
    title: 'Edit video',
    name: 'Title',
    nameMissing: 'Give your video a title.',
    description: 'Description',
    category: 'Category',
    decided: 'Our reviewers approved the previous title and description. Posts use those.',
    save: 'Save',
    saving: 'Saving...',
    done: { title: 'Video Updated' },
    failed: "Couldn't change the video",
  },
  remove: {
    title: 'Delete this video?',
    text: (title: string) =>
      `This permanently deletes '${title}', its highlights and its clips. You can't undo it.`,
    yes: 'Delete video',
    no: 'Keep it',
    deleting: 'Deleting...',
    done: (title: string) => ({ title: 'Video Deleted', description: `'${title}' is gone.` }),
    failed: "Couldn't delete the video",
    publishedTitle: "A published video can't be deleted",
    published: 'Ask us to take it down first. You keep what it has earned.',
    close: 'OK',
  },
} as const
