#include "store/faults/disk.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "store/faults/memory.h"

enum {
    FILES = 16, /* the database, its log, temporary files, and deleted ones */
    NAME_MAX_BYTES = 128,
    SECTOR = 512,
    REGIONS = 8,
    LOCKS = SQLITE_SHM_NLOCK,
    PAGE = 4096, /* what digests are remembered of, so that */
    PAGES = 1024 /* only what has changed is read again */
};

typedef struct bytes {
    unsigned char *data; /* owned */
    size_t size, capacity;
} bytes;

/* Something written and not yet synced. */
typedef struct change {
    bool is_length; /* the file got the length `at` */
    size_t at, length;
    unsigned char *data; /* owned */
} change;

typedef struct file {
    char name[NAME_MAX_BYTES]; /* "": a temporary file without a name */
    bool is_used;
    bool is_deleted; /* and may be there again after a cut */
    bool is_durable; /* its name: from the first sync on */
    bytes now, synced;
    uint64_t digests[PAGES]; /* of `now`; 0: not known */
    change *changes;         /* owned */
    size_t change_count, change_capacity;
    unsigned opened;
    unsigned shared, reserved, pending, exclusive; /* connections with these locks */
    void *regions[REGIONS];                        /* owned */
    unsigned region_count, region_size, region_users;
    unsigned region_shared[LOCKS];
    bool region_exclusive[LOCKS];
} file;

/* A connection's view of a file. */
typedef struct handle {
    sqlite3_file base;
    file *file;
    int lock;
    bool is_deleted_on_close, has_regions;
    unsigned shared_mask, exclusive_mask;
} handle;

struct disk_image {
    char names[FILES][NAME_MAX_BYTES];
    bytes contents[FILES];
    size_t count;
};

static struct {
    pthread_mutex_t mutex;
    file files[FILES], kept[FILES];
    uint64_t calls, error_first, error_count, cut_at, seed, failures;
    bool is_off;
    bool forgets; /* what has been synced */
    uint64_t (*ask)(uint64_t *cut_seed);
    sqlite3_vfs *usual; /* for the time and random numbers */
} disk = {.mutex = PTHREAD_MUTEX_INITIALIZER};

/* --- bytes --------------------------------------------------------------- */

/* The disk itself never runs out of memory. */
static void *grow(void *old, size_t old_size, size_t size)
{
    void *block = memory_take(size);
    if (old_size > 0)
        memcpy(block, old, old_size);
    memory_give(old);
    return block;
}

static void *take_zeros(size_t size)
{
    return memset(memory_take(size), 0, size);
}

static void resize(bytes *b, size_t size)
{
    if (size > b->capacity) {
        b->capacity = size + size / 2 + 4096;
        b->data = grow(b->data, b->size, b->capacity);
    }
    if (size > b->size)
        memset(b->data + b->size, 0, size - b->size);
    b->size = size;
}

static void put(bytes *b, size_t at, const void *data, size_t length)
{
    if (at + length > b->size)
        resize(b, at + length);
    if (length > 0)
        memcpy(b->data + at, data, length);
}

static void copy_bytes(bytes *to, const bytes *from)
{
    resize(to, 0);
    put(to, 0, from->data, from->size);
}

/* Writes to the file as it is now. */
static void put_now(file *f, size_t at, const void *data, size_t length)
{
    size_t from = at < f->now.size ? at : f->now.size;
    for (size_t page = from / PAGE; page < PAGES && page * PAGE < at + length; page++)
        f->digests[page] = 0;
    put(&f->now, at, data, length);
}

static void resize_now(file *f, size_t size)
{
    size_t from = size < f->now.size ? size : f->now.size;
    size_t end = size > f->now.size ? size : f->now.size;
    for (size_t page = from / PAGE; page < PAGES && page * PAGE < end; page++)
        f->digests[page] = 0;
    resize(&f->now, size);
}

static void forget_changes(file *f)
{
    for (size_t i = 0; i < f->change_count; i++)
        memory_give(f->changes[i].data);
    f->change_count = 0;
}

static void clear(file *f)
{
    forget_changes(f);
    for (unsigned i = 0; i < REGIONS; i++)
        memory_give(f->regions[i]);
    memory_give(f->changes);
    memory_give(f->now.data);
    memory_give(f->synced.data);
    *f = (file){.is_used = false};
}

static void note_change(file *f, change c, const void *data)
{
    if (disk.forgets)
        return;
    if (f->change_count == f->change_capacity) {
        f->change_capacity = f->change_capacity * 2 + 16;
        f->changes = grow(f->changes, f->change_count * sizeof *f->changes,
                          f->change_capacity * sizeof *f->changes);
    }
    if (c.length > 0) {
        c.data = grow(NULL, 0, c.length);
        memcpy(c.data, data, c.length);
    }
    f->changes[f->change_count++] = c;
}

static void sync_changes(file *f)
{
    for (size_t i = 0; i < f->change_count; i++) {
        const change *c = &f->changes[i];
        if (c->is_length)
            resize(&f->synced, c->at);
        else
            put(&f->synced, c->at, c->data, c->length);
    }
    forget_changes(f);
}

/* --- power ---------------------------------------------------------------- */

/* What survives of a write: each sector by itself. */
static void survive_write(bytes *b, const change *c, unsigned of_eight, apo_random *random)
{
    for (size_t at = 0; at < c->length;) {
        size_t length = SECTOR - (c->at + at) % SECTOR;
        if (length > c->length - at)
            length = c->length - at;
        uint32_t luck = apo_random_below(random, 8);
        if (luck < of_eight) {
            put(b, c->at + at, c->data + at, length);
        } else if (luck == 7 && of_eight > 0) {
            if (c->at + at + length > b->size)
                resize(b, c->at + at + length);
            for (size_t i = 0; i < length; i++)
                b->data[c->at + at + i] = (unsigned char)apo_random_below(random, 256);
        }
        at += length;
    }
}

/* Makes the file what has been synced, where the two may differ. */
static void go_back(file *f)
{
    size_t end = f->synced.size, least = f->now.size;
    for (size_t i = 0; i < f->change_count; i++)
        if (f->changes[i].is_length && f->changes[i].at < least)
            least = f->changes[i].at;
    resize_now(f, end);
    if (least < end)
        put_now(f, least, f->synced.data + least, end - least);
    for (size_t i = 0; i < f->change_count; i++) {
        const change *c = &f->changes[i];
        if (c->at < end)
            put_now(f, c->at, f->synced.data + c->at,
                    c->length < end - c->at ? c->length : end - c->at);
    }
}

static void cut_file(file *f, apo_random *random)
{
    /* All, none, or a share. */
    static const unsigned shares[] = {0, 8, 4, 7, 1, 6};
    unsigned of_eight = shares[apo_random_below(random, sizeof shares / sizeof shares[0])];
    for (size_t i = 0; i < f->change_count; i++) {
        const change *c = &f->changes[i];
        if (!c->is_length)
            survive_write(&f->synced, c, of_eight, random);
        else if (apo_random_below(random, 8) < of_eight)
            resize(&f->synced, c->at);
    }
    go_back(f);
    forget_changes(f);
    f->is_durable = true;
}

/* A file created or deleted since the folder was synced may or may not be there. */
static bool survives(const file *f, apo_random *random)
{
    if (f->name[0] == '\0' || (f->is_deleted && !f->is_durable))
        return false;
    if (f->is_deleted == f->is_durable)
        return apo_random_below(random, 2) == 0;
    return true;
}

static void free_locks(file *f)
{
    f->opened = f->shared = f->reserved = f->pending = f->exclusive = f->region_users = 0;
    for (unsigned i = 0; i < REGIONS; i++) {
        memory_give(f->regions[i]);
        f->regions[i] = NULL;
    }
    f->region_count = 0;
    memset(f->region_shared, 0, sizeof f->region_shared);
    memset(f->region_exclusive, 0, sizeof f->region_exclusive);
}

/* True if the call that begins fails. */
static bool fails(void)
{
    uint64_t cut_seed = 0, failing = disk.ask != NULL ? disk.ask(&cut_seed) : 0;
    uint64_t call = ++disk.calls;
    if (cut_seed != 0) {
        disk.cut_at = call;
        disk.seed = cut_seed;
    } else if (failing > 0) {
        disk.error_first = call;
        disk.error_count = failing;
    }
    if (disk.cut_at != 0 && call >= disk.cut_at)
        disk.is_off = true;
    bool is_bad = disk.is_off || (disk.error_count > 0 && call >= disk.error_first &&
                                  call - disk.error_first < disk.error_count);
    disk.failures += is_bad;
    return is_bad;
}

/* --- files ---------------------------------------------------------------- */

static handle *handle_of(sqlite3_file *base)
{
    return (handle *)(void *)base;
}

static int vfs_close(sqlite3_file *base)
{
    handle *h = handle_of(base);
    pthread_mutex_lock(&disk.mutex);
    if (h->file->opened > 0)
        h->file->opened--;
    if (h->is_deleted_on_close)
        clear(h->file);
    pthread_mutex_unlock(&disk.mutex);
    return SQLITE_OK;
}

static int read_at(const file *f, void *out, size_t size, size_t at)
{
    size_t have = at < f->now.size ? f->now.size - at : 0;
    if (have > size)
        have = size;
    if (have > 0)
        memcpy(out, f->now.data + at, have);
    memset((unsigned char *)out + have, 0, size - have);
    return have == size ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
}

static int vfs_read(sqlite3_file *base, void *out, int size, sqlite3_int64 at)
{
    pthread_mutex_lock(&disk.mutex);
    int code = fails() ? SQLITE_IOERR_READ
                       : read_at(handle_of(base)->file, out, (size_t)size, (size_t)at);
    pthread_mutex_unlock(&disk.mutex);
    return code;
}

static int vfs_write(sqlite3_file *base, const void *data, int size, sqlite3_int64 at)
{
    file *f = handle_of(base)->file;
    pthread_mutex_lock(&disk.mutex);
    bool is_bad = fails();
    /* The call in which the power or the disk fails has written a part. */
    size_t length = is_bad ? (size_t)size / 2 : (size_t)size;
    if (!is_bad || !disk.is_off || disk.calls == disk.cut_at) {
        put_now(f, (size_t)at, data, length);
        note_change(f, (change){.at = (size_t)at, .length = length}, data);
    }
    pthread_mutex_unlock(&disk.mutex);
    return !is_bad ? SQLITE_OK : disk.calls % 2 == 0 ? SQLITE_FULL : SQLITE_IOERR_WRITE;
}

static int vfs_truncate(sqlite3_file *base, sqlite3_int64 size)
{
    file *f = handle_of(base)->file;
    pthread_mutex_lock(&disk.mutex);
    bool is_bad = fails();
    if (!is_bad) {
        resize_now(f, (size_t)size);
        note_change(f, (change){.is_length = true, .at = (size_t)size}, NULL);
    }
    pthread_mutex_unlock(&disk.mutex);
    return is_bad ? SQLITE_IOERR_TRUNCATE : SQLITE_OK;
}

/* Once the folder is synced, deleted files of this name do not come back. */
static void make_name_durable(file *f)
{
    f->is_durable = true;
    for (unsigned i = 0; i < FILES; i++) {
        file *old = &disk.files[i];
        if (old == f || !old->is_deleted || strcmp(old->name, f->name) != 0)
            continue;
        old->is_durable = false;
        if (old->opened == 0)
            clear(old);
    }
}

static int vfs_sync(sqlite3_file *base, int flags)
{
    file *f = handle_of(base)->file;
    (void)flags;
    pthread_mutex_lock(&disk.mutex);
    bool is_bad = fails();
    if (!is_bad) {
        sync_changes(f);
        make_name_durable(f);
    }
    pthread_mutex_unlock(&disk.mutex);
    return is_bad ? SQLITE_IOERR_FSYNC : SQLITE_OK;
}

static int vfs_size(sqlite3_file *base, sqlite3_int64 *out)
{
    pthread_mutex_lock(&disk.mutex);
    bool is_bad = fails();
    *out = (sqlite3_int64)handle_of(base)->file->now.size;
    pthread_mutex_unlock(&disk.mutex);
    return is_bad ? SQLITE_IOERR_FSTAT : SQLITE_OK;
}

/* Whether the file can have this lock, beside those of other connections. */
static bool can_lock(const file *f, int have, int wanted)
{
    unsigned own = have >= SQLITE_LOCK_SHARED;
    switch (wanted) {
    case SQLITE_LOCK_SHARED: return f->pending == 0 && f->exclusive == 0;
    case SQLITE_LOCK_RESERVED: return f->reserved == 0 && f->pending == 0;
    default:
        return f->shared == own && f->exclusive == 0 &&
               f->reserved == (have >= SQLITE_LOCK_RESERVED);
    }
}

static int vfs_lock(sqlite3_file *base, int wanted)
{
    handle *h = handle_of(base);
    file *f = h->file;
    int code = SQLITE_OK;
    pthread_mutex_lock(&disk.mutex);
    if (fails()) {
        code = SQLITE_IOERR_LOCK;
    } else if (h->lock < wanted) {
        if (!can_lock(f, h->lock, wanted)) {
            code = SQLITE_BUSY;
        } else {
            f->shared += h->lock < SQLITE_LOCK_SHARED;
            f->reserved += wanted >= SQLITE_LOCK_RESERVED && h->lock < SQLITE_LOCK_RESERVED;
            f->exclusive += wanted == SQLITE_LOCK_EXCLUSIVE;
            h->lock = wanted;
        }
    }
    pthread_mutex_unlock(&disk.mutex);
    return code;
}

static int vfs_unlock(sqlite3_file *base, int kept)
{
    handle *h = handle_of(base);
    file *f = h->file;
    pthread_mutex_lock(&disk.mutex);
    if (h->lock > kept) {
        f->exclusive -= h->lock == SQLITE_LOCK_EXCLUSIVE;
        f->reserved -= h->lock >= SQLITE_LOCK_RESERVED;
        f->shared -= kept == SQLITE_LOCK_NONE;
        h->lock = kept;
    }
    pthread_mutex_unlock(&disk.mutex);
    return SQLITE_OK;
}

static int vfs_check_reserved(sqlite3_file *base, int *out)
{
    pthread_mutex_lock(&disk.mutex);
    *out = handle_of(base)->file->reserved > 0;
    pthread_mutex_unlock(&disk.mutex);
    return SQLITE_OK;
}

static int vfs_control(sqlite3_file *base, int operation, void *argument)
{
    (void)base;
    (void)operation;
    (void)argument;
    return SQLITE_NOTFOUND;
}

static int vfs_sector(sqlite3_file *base)
{
    (void)base;
    return SECTOR;
}

/* As SQLite assumes of real disks: a write does not touch its neighbours. */
static int vfs_characteristics(sqlite3_file *base)
{
    (void)base;
    return SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

/* --- memory shared by the connections of a file --------------------------- */

static int vfs_map(sqlite3_file *base, int region, int size, int may_extend,
                   void volatile **out)
{
    handle *h = handle_of(base);
    file *f = h->file;
    int code = SQLITE_OK;
    *out = NULL;
    pthread_mutex_lock(&disk.mutex);
    if (!h->has_regions) {
        h->has_regions = true;
        f->region_users++;
    }
    if (fails() || region >= REGIONS) {
        code = SQLITE_IOERR_SHMMAP;
    } else if ((unsigned)region < f->region_count || may_extend) {
        while (f->region_count <= (unsigned)region) {
            f->regions[f->region_count++] = take_zeros((size_t)size);
        }
        *out = f->regions[region];
    }
    pthread_mutex_unlock(&disk.mutex);
    return code;
}

static void let_go(file *f, handle *h, unsigned mask)
{
    for (unsigned i = 0; i < LOCKS; i++) {
        unsigned bit = mask & 1u << i;
        if (h->shared_mask & bit)
            f->region_shared[i]--;
        if (h->exclusive_mask & bit)
            f->region_exclusive[i] = false;
    }
    h->shared_mask &= ~mask;
    h->exclusive_mask &= ~mask;
}

static bool can_have(const file *f, const handle *h, unsigned mask, bool is_exclusive)
{
    for (unsigned i = 0; i < LOCKS; i++) {
        if ((mask & 1u << i) == 0)
            continue;
        unsigned own = (h->shared_mask >> i) & 1u;
        if (f->region_exclusive[i] || (is_exclusive && f->region_shared[i] > own))
            return false;
    }
    return true;
}

static int vfs_shared_lock(sqlite3_file *base, int offset, int count, int flags)
{
    handle *h = handle_of(base);
    file *f = h->file;
    unsigned mask = ((1u << (offset + count)) - 1) & ~((1u << offset) - 1);
    bool is_exclusive = (flags & SQLITE_SHM_EXCLUSIVE) != 0;
    int code = SQLITE_OK;
    pthread_mutex_lock(&disk.mutex);
    if ((flags & SQLITE_SHM_UNLOCK) != 0) {
        let_go(f, h, mask);
    } else if (fails()) {
        code = SQLITE_IOERR_SHMLOCK;
    } else if (!can_have(f, h, mask, is_exclusive)) {
        code = SQLITE_BUSY;
    } else {
        for (unsigned i = 0; i < LOCKS; i++) {
            if ((mask & 1u << i) == 0)
                continue;
            if (is_exclusive)
                f->region_exclusive[i] = true;
            else if ((h->shared_mask & 1u << i) == 0)
                f->region_shared[i]++;
        }
        *(is_exclusive ? &h->exclusive_mask : &h->shared_mask) |= mask;
    }
    pthread_mutex_unlock(&disk.mutex);
    return code;
}

static void vfs_barrier(sqlite3_file *base)
{
    (void)base;
    pthread_mutex_lock(&disk.mutex);
    pthread_mutex_unlock(&disk.mutex);
}

static int vfs_unmap(sqlite3_file *base, int is_deleted)
{
    handle *h = handle_of(base);
    file *f = h->file;
    pthread_mutex_lock(&disk.mutex);
    let_go(f, h, ~0u);
    if (h->has_regions && f->region_users > 0 && --f->region_users == 0) {
        (void)is_deleted; /* nothing of it outlives the last connection */
        for (unsigned i = 0; i < f->region_count; i++) {
            memory_give(f->regions[i]);
            f->regions[i] = NULL;
        }
        f->region_count = 0;
    }
    h->has_regions = false;
    pthread_mutex_unlock(&disk.mutex);
    return SQLITE_OK;
}

/* --- the file system ------------------------------------------------------ */

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = vfs_close,
    .xRead = vfs_read,
    .xWrite = vfs_write,
    .xTruncate = vfs_truncate,
    .xSync = vfs_sync,
    .xFileSize = vfs_size,
    .xLock = vfs_lock,
    .xUnlock = vfs_unlock,
    .xCheckReservedLock = vfs_check_reserved,
    .xFileControl = vfs_control,
    .xSectorSize = vfs_sector,
    .xDeviceCharacteristics = vfs_characteristics,
    .xShmMap = vfs_map,
    .xShmLock = vfs_shared_lock,
    .xShmBarrier = vfs_barrier,
    .xShmUnmap = vfs_unmap,
};

static file *find(const char *name)
{
    for (unsigned i = 0; i < FILES; i++)
        if (disk.files[i].is_used && !disk.files[i].is_deleted &&
            strcmp(disk.files[i].name, name) == 0)
            return &disk.files[i];
    return NULL;
}

static file *add(const char *name)
{
    for (unsigned i = 0; i < FILES; i++) {
        if (disk.files[i].is_used)
            continue;
        disk.files[i].is_used = true;
        strncpy(disk.files[i].name, name, NAME_MAX_BYTES - 1);
        return &disk.files[i];
    }
    abort();
}

static int vfs_open(sqlite3_vfs *vfs, sqlite3_filename name, sqlite3_file *base, int flags,
                    int *out_flags)
{
    handle *h = handle_of(base);
    (void)vfs;
    memset(h, 0, sizeof *h);
    pthread_mutex_lock(&disk.mutex);
    bool is_bad = fails();
    file *f = name != NULL ? find(name) : NULL;
    bool must_exist = (flags & SQLITE_OPEN_CREATE) == 0;
    if (!is_bad && f == NULL && name != NULL && must_exist)
        is_bad = true;
    if (!is_bad) {
        if (f == NULL)
            f = add(name != NULL ? name : "");
        f->opened++;
        h->file = f;
        h->is_deleted_on_close = name == NULL;
        h->base.pMethods = &methods;
        if (out_flags != NULL)
            *out_flags = flags;
    }
    pthread_mutex_unlock(&disk.mutex);
    return is_bad ? SQLITE_CANTOPEN : SQLITE_OK;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *name, int syncs_folder)
{
    (void)vfs;
    pthread_mutex_lock(&disk.mutex);
    int code = SQLITE_OK;
    file *f = find(name);
    if (fails()) {
        code = SQLITE_IOERR_DELETE;
    } else if (f == NULL) {
        code = SQLITE_IOERR_DELETE_NOENT;
    } else {
        f->is_deleted = true;
        if (syncs_folder)
            f->is_durable = false;
        if (!f->is_durable && f->opened == 0)
            clear(f);
    }
    pthread_mutex_unlock(&disk.mutex);
    return code;
}

static int vfs_access(sqlite3_vfs *vfs, const char *name, int flags, int *out)
{
    (void)vfs;
    (void)flags;
    pthread_mutex_lock(&disk.mutex);
    const file *f = find(name);
    bool is_bad = fails();
    *out = f != NULL;
    pthread_mutex_unlock(&disk.mutex);
    return is_bad ? SQLITE_IOERR_ACCESS : SQLITE_OK;
}

static int vfs_path(sqlite3_vfs *vfs, const char *name, int size, char *out)
{
    (void)vfs;
    sqlite3_snprintf(size, out, "%s", name);
    return SQLITE_OK;
}

static int vfs_chance(sqlite3_vfs *vfs, int size, char *out)
{
    (void)vfs;
    memset(out, 0, (size_t)size);
    return size;
}

/* Nothing waits for real: a call that finds a lock taken fails at once. */
static int vfs_sleep(sqlite3_vfs *vfs, int microseconds)
{
    (void)vfs;
    return microseconds;
}

static int vfs_time(sqlite3_vfs *vfs, double *out)
{
    (void)vfs;
    return disk.usual->xCurrentTime(disk.usual, out);
}

bool disk_install(void)
{
    static sqlite3_vfs vfs = {
        .iVersion = 1,
        .szOsFile = sizeof(handle),
        .mxPathname = NAME_MAX_BYTES - 16,
        .zName = "faults",
        .xOpen = vfs_open,
        .xDelete = vfs_delete,
        .xAccess = vfs_access,
        .xFullPathname = vfs_path,
        .xRandomness = vfs_chance,
        .xSleep = vfs_sleep,
        .xCurrentTime = vfs_time,
    };
    disk.usual = sqlite3_vfs_find(NULL);
    return disk.usual != NULL && sqlite3_vfs_register(&vfs, 1) == SQLITE_OK;
}

/* --- for the test --------------------------------------------------------- */

static void plan_nothing(void)
{
    disk.calls = disk.error_first = disk.error_count = disk.cut_at = 0;
    disk.is_off = false;
}

disk_image *disk_save(void)
{
    disk_image *image = take_zeros(sizeof *image);
    pthread_mutex_lock(&disk.mutex);
    for (unsigned i = 0; i < FILES; i++) {
        const file *f = &disk.files[i];
        if (!f->is_used || f->is_deleted || f->name[0] == '\0')
            continue;
        memcpy(image->names[image->count], f->name, NAME_MAX_BYTES);
        copy_bytes(&image->contents[image->count++], &f->now);
    }
    pthread_mutex_unlock(&disk.mutex);
    return image;
}

void disk_load(const disk_image *image)
{
    pthread_mutex_lock(&disk.mutex);
    for (unsigned i = 0; i < FILES; i++)
        clear(&disk.files[i]);
    for (size_t i = 0; i < image->count; i++) {
        file *f = add(image->names[i]);
        f->is_durable = true;
        copy_bytes(&f->now, &image->contents[i]);
        copy_bytes(&f->synced, &image->contents[i]);
    }
    disk.forgets = false;
    plan_nothing();
    pthread_mutex_unlock(&disk.mutex);
}

void disk_image_free(disk_image *image)
{
    if (image == NULL)
        return;
    for (size_t i = 0; i < image->count; i++)
        memory_give(image->contents[i].data);
    memory_give(image);
}

uint64_t disk_calls(void)
{
    pthread_mutex_lock(&disk.mutex);
    uint64_t calls = disk.calls;
    pthread_mutex_unlock(&disk.mutex);
    return calls;
}

void disk_forget(void)
{
    pthread_mutex_lock(&disk.mutex);
    disk.forgets = true;
    pthread_mutex_unlock(&disk.mutex);
}

void disk_kill(void)
{
    pthread_mutex_lock(&disk.mutex);
    for (unsigned i = 0; i < FILES; i++) {
        file *f = &disk.files[i];
        if (f->is_used && (f->is_deleted || f->name[0] == '\0'))
            clear(f);
        else if (f->is_used)
            free_locks(f);
    }
    plan_nothing();
    pthread_mutex_unlock(&disk.mutex);
}

/* Copies a file without its locks and shared memory, of which `to` has none. */
static void copy_file(file *to, const file *from)
{
    file old = *to;
    forget_changes(&old);
    *to = *from;
    to->now = old.now;
    to->synced = old.synced;
    to->changes = old.changes;
    to->change_count = 0;
    to->change_capacity = old.change_capacity;
    memcpy(to->regions, old.regions, sizeof to->regions);
    to->region_count = old.region_count;
    copy_bytes(&to->now, &from->now);
    copy_bytes(&to->synced, &from->synced);
    for (size_t i = 0; i < from->change_count; i++)
        note_change(to, from->changes[i], from->changes[i].data);
}

void disk_keep(void)
{
    pthread_mutex_lock(&disk.mutex);
    for (unsigned i = 0; i < FILES; i++)
        if (disk.files[i].is_used)
            copy_file(&disk.kept[i], &disk.files[i]);
    pthread_mutex_unlock(&disk.mutex);
}

void disk_return(uint64_t seed)
{
    pthread_mutex_lock(&disk.mutex);
    disk.forgets = false;
    disk.seed = seed;
    for (unsigned i = 0; i < FILES; i++) {
        free_locks(&disk.files[i]);
        if (disk.kept[i].is_used)
            copy_file(&disk.files[i], &disk.kept[i]);
        else if (disk.files[i].is_used)
            clear(&disk.files[i]);
    }
    pthread_mutex_unlock(&disk.mutex);
}

void disk_ask(uint64_t (*ask)(uint64_t *cut_seed))
{
    pthread_mutex_lock(&disk.mutex);
    disk.ask = ask;
    pthread_mutex_unlock(&disk.mutex);
}

uint64_t disk_failures(void)
{
    return disk.failures;
}

/* Of the bytes of a page; without two counters in the header of a database, which SQLite raises
 * as it likes. */
static uint64_t digest_page(const bytes *b, size_t page)
{
    unsigned char copy[PAGE] = {0};
    uint64_t lanes[4] = {1, 2, 3, 4};
    size_t at = page * PAGE;
    memcpy(copy, b->data + at, b->size - at < PAGE ? b->size - at : PAGE);
    if (page == 0) {
        memset(copy + 24, 0, 4);
        memset(copy + 92, 0, 4);
    }
    for (size_t i = 0; i < PAGE / 8; i++) {
        uint64_t word, *lane = &lanes[i % 4];
        memcpy(&word, copy + i * 8, sizeof word);
        *lane = (*lane ^ word) * UINT64_C(0x9E3779B97F4A7C15);
        *lane ^= *lane >> 29;
    }
    for (unsigned i = 1; i < 4; i++)
        lanes[0] = apo_mix(lanes[0] + lanes[i]);
    return lanes[0] | 1;
}

uint64_t disk_digest(const char *name)
{
    pthread_mutex_lock(&disk.mutex);
    file *f = find(name);
    size_t size = f != NULL ? f->now.size : 0;
    uint64_t digest = size;
    for (size_t page = 0; page * PAGE < size; page++) {
        uint64_t of_page = page < PAGES ? f->digests[page] : 0;
        if (of_page == 0)
            of_page = digest_page(&f->now, page);
        if (page < PAGES)
            f->digests[page] = of_page;
        digest = apo_mix(digest + of_page);
    }
    pthread_mutex_unlock(&disk.mutex);
    return digest;
}

uint64_t disk_size(const char *name)
{
    pthread_mutex_lock(&disk.mutex);
    const file *f = find(name);
    uint64_t size = f != NULL ? f->now.size : 0;
    pthread_mutex_unlock(&disk.mutex);
    return size;
}

void disk_plan_errors(uint64_t first, uint64_t count)
{
    pthread_mutex_lock(&disk.mutex);
    disk.error_first = first;
    disk.error_count = count;
    pthread_mutex_unlock(&disk.mutex);
}

void disk_plan_power_cut(uint64_t call, uint64_t seed)
{
    pthread_mutex_lock(&disk.mutex);
    disk.cut_at = call;
    disk.seed = seed;
    pthread_mutex_unlock(&disk.mutex);
}

bool disk_is_off(void)
{
    pthread_mutex_lock(&disk.mutex);
    bool is_off = disk.is_off;
    pthread_mutex_unlock(&disk.mutex);
    return is_off;
}

void disk_restart(void)
{
    apo_random random;
    pthread_mutex_lock(&disk.mutex);
    apo_random_seed(&random, disk.seed);
    for (unsigned i = 0; i < FILES; i++) {
        file *f = &disk.files[i];
        if (!f->is_used)
            continue;
        if (!survives(f, &random) || (f->is_deleted && find(f->name) != NULL)) {
            clear(f);
            continue;
        }
        f->is_deleted = false;
        cut_file(f, &random);
        free_locks(f);
    }
    plan_nothing();
    pthread_mutex_unlock(&disk.mutex);
}
