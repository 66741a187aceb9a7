/** What training and the optional packages need besides the main entry: files of a bundle, and word tables. */

// Files of a bundle
export { MANIFEST_BYTES, membersOf, type StoredFile } from './model/manifest-members.js'
export { TOKENIZER } from './model/manifest.js'
export { sha256 } from './model/sha256.js'
export {
  allowed,
  decodeFloats,
  decodeStoredMoreValues,
  decodeStoredWords,
  fileStore,
  joinBytes,
  readMoreValues,
  readStored,
  readWords,
  storeMoreValues,
  storeWords,
  type StoredMoreValues,
  type StoredWords
} from './model/stored-files.js'

// Products of matrices
export { prepareProduct, type MatrixProduct } from './vectors/matrix-product.js'

// Arguments
export { checkTexts } from './vectors/option.js'
