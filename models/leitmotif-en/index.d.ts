/** The absolute path of the folder that holds the model, for `loadEncoder`. */
declare const folder: string
export default folder
