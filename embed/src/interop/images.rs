//! Images of the crate image as arguments and results: arrays of rows, columns and channels, or of rows and
//! columns if there is one channel.

use crate::call::args::{IntoArgument, Passed};
use crate::call::results::{Outputs, ResultsInto};
use crate::error::Error;
use image::{ImageBuffer, Pixel};
use std::ops::{Deref, DerefMut};
use tf_cpu::exec::Argument;
use tf_dialects::array::{Array, ArrayError, ArrayView, ArrayViewMut, Dims, Element};

/// The extents of an image with this pixel type.
fn extents<P: Pixel>((width, height): (u32, u32)) -> Dims {
    let mut extents = Dims::from_slice(&[height as usize, width as usize]);
    if P::CHANNEL_COUNT != 1 {
        extents.push(P::CHANNEL_COUNT.into());
    }
    extents
}

/// The count of buffer elements that belong to the image; the buffer may hold more after them.
fn count(extents: &[usize], buffer: usize) -> Result<usize, ArrayError> {
    let needed = extents.iter().try_fold(1usize, |product, extent| product.checked_mul(*extent));
    needed.filter(|needed| *needed <= buffer).ok_or(ArrayError::Outside)
}

/// Borrows the pixels: bytes of an `RgbImage` are `u8` in a program, channels of an `Rgb32FImage` `f32`.
impl<'a, P, C> IntoArgument<'a> for &'a ImageBuffer<P, C>
where
    P: Pixel<Subpixel: Element>,
    C: Deref<Target = [P::Subpixel]>,
{
    fn into_argument(self) -> Passed<'a> {
        let extents = extents::<P>(self.dimensions());
        let view = count(&extents, self.as_raw().len())
            .and_then(|count| ArrayView::from_slice(&extents, &self.as_raw()[..count]));
        view.map_or_else(Passed::Failed, |view| Passed::Plain(Argument::Tensor(view)))
    }
}

/// Writes to the pixels.
impl<'a, P, C> ResultsInto<'a> for &'a mut ImageBuffer<P, C>
where
    P: Pixel<Subpixel: Element>,
    C: DerefMut<Target = [P::Subpixel]>,
{
    fn append_outputs(self, out: &mut Outputs<'a>) -> Result<(), Error> {
        let extents = extents::<P>(self.dimensions());
        let elements: &mut [P::Subpixel] = &mut *self;
        let count = count(&extents, elements.len())?;
        out.push(ArrayViewMut::from_slice(&extents, &mut elements[..count])?);
        Ok(())
    }
}

/// A copy of an image as an [`Array`]. Calls do not need it: they borrow images. Convert a `DynamicImage`
/// first, by `to_rgb8()` or `to_rgb32f()`.
///
/// ```
/// # use tensorforge::{from_image, to_image};
/// let image = image::RgbImage::from_fn(3, 2, |x, y| image::Rgb([x as u8, y as u8, 7]));
/// let array = from_image(&image)?;
/// assert_eq!(array.extents(), [2, 3, 3]);
/// assert_eq!(array.as_slice::<u8>()?[..6], [0, 0, 7, 1, 0, 7]);
/// assert_eq!(to_image::<image::Rgb<u8>>(&array)?, image);
/// # Ok::<(), tensorforge::ArrayError>(())
/// ```
///
/// # Errors
/// As [`Array::zeros`].
pub fn from_image<P, C>(image: &ImageBuffer<P, C>) -> Result<Array, ArrayError>
where
    P: Pixel<Subpixel: Element>,
    C: Deref<Target = [P::Subpixel]>,
{
    let extents = extents::<P>(image.dimensions());
    Array::from_slice(&extents, &image.as_raw()[..count(&extents, image.as_raw().len())?])
}

/// A copy of a result as an image of these pixels: `Rgb<u8>`, `Luma<u8>`, `Rgb<f32>` and so on.
///
/// # Errors
/// [`ArrayError::DType`] if the element type is not the channel type, [`ArrayError::Shape`] if the axes are
/// not rows, columns and as many channels as the pixels have, or if rows or columns exceed the limits of an
/// image.
pub fn to_image<P: Pixel<Subpixel: Element>>(
    array: &Array,
) -> Result<ImageBuffer<P, Vec<P::Subpixel>>, ArrayError> {
    let elements = array.as_slice::<P::Subpixel>()?.to_vec();
    let channels = usize::from(P::CHANNEL_COUNT);
    let size = match *array.extents() {
        [height, width] if channels == 1 => Some((height, width)),
        [height, width, found] if found == channels => Some((height, width)),
        _ => None,
    };
    let size = size.and_then(|(height, width)| Some((width.try_into().ok()?, height.try_into().ok()?)));
    let image = size.and_then(|(width, height)| ImageBuffer::from_raw(width, height, elements));
    image.ok_or_else(|| {
        let wanted = match channels {
            1 => "rows and columns, for an image of one channel".to_string(),
            _ => format!("rows, columns and {channels} channels, for an image of {}", P::COLOR_MODEL),
        };
        ArrayError::shape(wanted, array.extents())
    })
}
