/** The look of the title on a video's page, on top of a heading's. */
export const titleLook = 'break-words text-[2rem] sm:text-[2.5rem]'
