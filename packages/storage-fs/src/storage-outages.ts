/** A directory could not be made durable, so nothing that is put into it is, until the process starts anew and sees what the disk holds. */
export class DirectoryNotDurable extends Error {
  override readonly name = 'DirectoryNotDurable';
  readonly code = 'EIO';

  constructor() {
    super('a directory could not be synchronized to the disk');
  }
}

/** What is free on the disk is kept for those who delete. */
export class StorageFull extends Error {
  override readonly name = 'StorageFull';
  readonly code = 'ENOSPC';

  constructor() {
    super('the disk has no room but what is kept free');
  }
}
